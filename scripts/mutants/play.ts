/** Results for one mutant so far. */
export interface Verdict {
  /** Test files that pass with the mutant. */
  readonly passed: readonly string[]
  readonly caughtBy?: { readonly file: string; readonly failure: string }
}

/**
 * Runs a test file with all these mutants active, and resolves with the failure, or with an empty text when the file
 * passes.
 */
export type RunFile = (file: string, active: readonly string[]) => Promise<string>

export interface Plan {
  /** Test files that reach each mutant, in the order in which they run. */
  readonly filesOf: ReadonlyMap<string, readonly string[]>
  /** All test files, in the order in which they run with several mutants. */
  readonly files: readonly string[]
  /** Number of test files that run each mutant alone before the remaining mutants run together. */
  readonly aloneCount: number
  readonly inParallel: <T>(items: readonly T[], work: (item: T) => Promise<void>) => Promise<void>
}

/**
 * Plays mutants against the test files that reach them until one fails. The first files catch most mutants alone. The
 * remaining mutants run together, all that a file reaches at the same time: when the file passes, it catches none of
 * them. When it fails, halves of them run until it is known which ones it catches.
 *
 * Two mutants could hide each other, if one keeps the other from being noticed. They are far apart, so this is rare,
 * and it makes the catch rate smaller, never larger.
 */
export class Player {
  readonly #verdicts: Map<string, Verdict>
  readonly #run: RunFile
  readonly #save: (verdicts: ReadonlyMap<string, Verdict>) => void

  constructor(
    verdicts: ReadonlyMap<string, Verdict>,
    run: RunFile,
    save: (verdicts: ReadonlyMap<string, Verdict>) => void,
  ) {
    this.#verdicts = new Map(verdicts)
    this.#run = run
    this.#save = save
  }

  get verdicts(): ReadonlyMap<string, Verdict> {
    return this.#verdicts
  }

  async play({ filesOf, files, aloneCount, inParallel }: Plan): Promise<void> {
    await inParallel([...filesOf], async ([id, reaching]) => {
      for (const file of reaching.slice(0, aloneCount)) {
        if (this.#isUndecided(id, file)) await this.#playFile(file, [id])
      }
    })
    await inParallel(files, async (file) => {
      const reached = [...filesOf].filter(
        ([id, reaching]) => reaching.includes(file) && this.#isUndecided(id, file),
      )
      await this.#playFile(
        file,
        reached.map(([id]) => id),
      )
    })
  }

  #isUndecided(id: string, file: string): boolean {
    const verdict = this.#verdicts.get(id)
    return verdict === undefined || (verdict.caughtBy === undefined && !verdict.passed.includes(file))
  }

  async #playFile(file: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const failure = await this.#run(file, ids)
    const [only, ...others] = ids
    if (failure === '') this.#notePassed(file, ids)
    else if (others.length === 0 && only !== undefined) this.#noteCaught(only, file, failure)
    else {
      const half = Math.ceil(ids.length / 2)
      await this.#playFile(file, ids.slice(0, half))
      await this.#playFile(file, ids.slice(half))
    }
  }

  #notePassed(file: string, ids: readonly string[]): void {
    for (const id of ids) {
      const verdict = this.#verdicts.get(id)
      this.#verdicts.set(id, { ...verdict, passed: [...(verdict?.passed ?? []), file] })
    }
    this.#save(this.#verdicts)
  }

  #noteCaught(id: string, file: string, failure: string): void {
    const passed = this.#verdicts.get(id)?.passed ?? []
    this.#verdicts.set(id, { passed, caughtBy: { file, failure } })
    this.#save(this.#verdicts)
  }
}
