import type { Requirement } from './requirement.js'

interface Proof {
  readonly title: string
  hasRun: boolean
}

/** Records which tests prove which requirements, and whether they have succeeded. */
export class Coverage {
  readonly #proofs: ReadonlyMap<string, Proof[]>

  /** Throws a `TypeError` when two requirements have the same id. */
  constructor(requirements: readonly Requirement[]) {
    const proofs = new Map<string, Proof[]>()
    for (const { id } of requirements) {
      if (proofs.has(id)) throw new TypeError(`Two requirements have the id ${id}`)
      proofs.set(id, [])
    }
    this.#proofs = proofs
  }

  /**
   * Notes that a test proves these requirements. The runner calls the returned function once the test has succeeded.
   * Throws a `TypeError` for an unknown id, and for a test without ids.
   */
  claim(ids: readonly string[], title: string): () => void {
    if (ids.length === 0) throw new TypeError(`"${title}" names no requirement`)
    const proof = { title, hasRun: false }
    for (const id of ids) {
      const proofs = this.#proofs.get(id)
      if (proofs === undefined) throw new TypeError(`"${title}" names ${id}, which no requirement has`)
      proofs.push(proof)
    }
    return () => {
      proof.hasRun = true
    }
  }

  /** Returns a sentence for each requirement without a test. */
  gaps(): readonly string[] {
    return [...this.#proofs].filter(([, proofs]) => proofs.length === 0).map(([id]) => `${id} has no test`)
  }

  /** Returns a sentence for each test of a requirement that did not succeed. */
  failures(): readonly string[] {
    return [...this.#proofs].flatMap(([id, proofs]) =>
      proofs.filter(({ hasRun }) => !hasRun).map(({ title }) => `${id}: "${title}" did not run, or failed`),
    )
  }
}
