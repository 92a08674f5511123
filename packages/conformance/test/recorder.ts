import type { TestFunction } from '@parley/conformance'

interface Case {
  readonly name: string
  readonly run: () => Promise<void>
}

/** A `test` that keeps cases instead of running them. */
export class Recorder {
  readonly #cases: Case[] = []

  readonly test: TestFunction = (name, { skip }, run) => {
    if (skip === false) this.#cases.push({ name, run })
  }

  get names(): readonly string[] {
    return this.#cases.map(({ name }) => name)
  }

  /** Runs those whose names begin so, one after the other: the names of those that fail. */
  async failing(beginning = ''): Promise<readonly string[]> {
    const names: string[] = []
    for (const { name, run } of this.#cases) {
      if (name.startsWith(beginning)) await run().catch(() => names.push(name))
    }
    return names
  }
}
