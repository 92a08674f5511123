import type { Files } from '@parley/core/ports'
import type { TestFunction } from '../test-function.js'

/**
 * Abilities of an implementation beyond the port's guarantees. An ability that is `false` shows its cases as skipped.
 */
export interface FilesSupport {
  /** Whether stored files can be read by another object on the same location, as after a restart. */
  readonly persistence: boolean
  /** Whether the implementation returns download addresses of its own. */
  readonly addresses: boolean
}

/** One empty file storage for one case. */
export interface FilesFixture {
  readonly files: Files
  /** Returns another object on the same location. Called only when `supports.persistence` is true. */
  another(): Files
  /** Returns keys, or recognizable parts of keys, of everything that is stored, incomplete files included. */
  leftovers(): Promise<readonly string[]>
  cleanup(): Promise<void>
}

/** Options of `testFiles`. */
export interface FilesSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<FilesFixture>
  readonly supports: FilesSupport
}

type Run = (fixture: FilesFixture) => Promise<void>

/** Registers the cases of one aspect of the port; their names begin with the aspect. */
export class FilesCases {
  readonly #options: FilesSuiteOptions
  readonly #aspect: string

  constructor(options: FilesSuiteOptions, aspect: string) {
    this.#options = options
    this.#aspect = aspect
  }

  add(name: string, run: Run): void {
    this.#register(name, false, run)
  }

  addIf(capability: keyof FilesSupport, name: string, run: Run): void {
    const isSupported = this.#options.supports[capability]
    this.#register(name, isSupported ? false : `does not support ${capability}`, run)
  }

  #register(name: string, skip: string | false, run: Run): void {
    const { test, factory } = this.#options
    test(`${this.#aspect}: ${name}`, { skip }, async () => {
      const fixture = await factory()
      try {
        await run(fixture)
      } finally {
        await fixture.cleanup()
      }
    })
  }
}
