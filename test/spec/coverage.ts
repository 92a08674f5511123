import type { Requirement } from './requirement.js'

interface Proof {
  readonly title: string
  hasRun: boolean
}

/** Which tests name which requirements, and whether they have run. */
export class Coverage {
  readonly #proofs: ReadonlyMap<string, Proof[]>

  /** A `TypeError` when two requirements have one id. */
  constructor(requirements: readonly Requirement[]) {
    const proofs = new Map<string, Proof[]>()
    for (const { id } of requirements) {
      if (proofs.has(id)) throw new TypeError(`Two requirements have the id ${id}`)
      proofs.set(id, [])
    }
    this.#proofs = proofs
  }

  /**
   * Notes that a test proves these requirements; who runs it calls the answer once it has succeeded. A `TypeError` for an
   * id that no requirement has, and for a test that names none.
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

  /** A sentence for each requirement without a test. */
  gaps(): readonly string[] {
    return [...this.#proofs].filter(([, proofs]) => proofs.length === 0).map(([id]) => `${id} has no test`)
  }

  /** A sentence for each test of a requirement that did not run to a good end. */
  failures(): readonly string[] {
    return [...this.#proofs].flatMap(([id, proofs]) =>
      proofs.filter(({ hasRun }) => !hasRun).map(({ title }) => `${id}: "${title}" did not run, or failed`),
    )
  }
}
