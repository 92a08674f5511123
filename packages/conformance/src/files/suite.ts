import type { Files } from '@parley/core/ports'
import type { TestFunction } from '../test-function.js'

/** What an implementation can do beyond the port's guarantees. `false` skips cases, visibly. */
export interface FilesSupport {
  /** What was put is there for another object on the same place, which is what a restart has. */
  readonly persistence: boolean
  /** It gives out addresses of its own. */
  readonly addresses: boolean
}

/** One empty place for files, for one case. */
export interface FilesFixture {
  readonly files: Files
  /** Another one on the same place. Called only where `supports` says that it finds what the first has put. */
  another(): Files
  /** Keys, or parts of keys, of all that is kept, parts of files included; however that is found out. */
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

/** The cases of one aspect; names begin with it. */
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
