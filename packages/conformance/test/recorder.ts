import type { TestFunction } from '@parley/conformance'

interface Case {
  readonly name: string
  readonly run: () => Promise<void>
}

/** Stands in for `test`: it collects cases instead of running them. */
export class Recorder {
  readonly #cases: Case[] = []

  readonly test: TestFunction = (name, { skip }, run) => {
    if (skip === false) this.#cases.push({ name, run })
  }

  get names(): readonly string[] {
    return this.#cases.map(({ name }) => name)
  }

  /**
   * Runs the cases whose names begin with `beginning`, one after the other, and returns the names of those that fail.
   */
  async failing(beginning = ''): Promise<readonly string[]> {
    const names: string[] = []
    for (const { name, run } of this.#cases) {
      if (name.startsWith(beginning)) await run().catch(() => names.push(name))
    }
    return names
  }
}
