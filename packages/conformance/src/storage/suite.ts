import type { Storage } from '@parley/core/storage'
import { within } from '../deadline.js'
import type { TestFunction } from '../test-function.js'
import { newLicense } from './fixtures.js'
import type { StorageContext } from './storage-context.js'

/** What an implementation can do beyond the port's guarantees. Each `false` skips cases, visibly. */
export interface StorageSupport {
  /** What was committed is there after closing and opening again. */
  readonly persistence: boolean
  /** Several storages can work on the same data at the same time. */
  readonly concurrentNodes: boolean
}

/** One empty storage for one case. */
export interface StorageFixture {
  /** Not yet opened: the suite opens it, and closes it unless the case has. */
  readonly storage: Storage
  /** Another storage, not yet opened, on the same data. Called only where `supports` says that it can work. */
  another(): Storage
  /** Removes the data. All storages are closed by then. */
  cleanup(): Promise<void>
}

/** Options of `testStorage`. */
export interface StorageSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<StorageFixture>
  readonly supports: StorageSupport
}

type Run = (context: StorageContext) => Promise<void>

/** For a case, however slow the machine: one that hangs fails, and the next begins. */
const caseMs = 170_000

/** The cases of one aspect; names begin with it. */
export class StorageCases {
  readonly #options: StorageSuiteOptions
  readonly #aspect: string

  constructor(options: StorageSuiteOptions, aspect: string) {
    this.#options = options
    this.#aspect = aspect
  }

  add(name: string, run: Run): void {
    this.#register(name, false, run)
  }

  addIf(capability: keyof StorageSupport, name: string, run: Run): void {
    const isSupported = this.#options.supports[capability]
    this.#register(name, isSupported ? false : `does not support ${capability}`, run)
  }

  #register(name: string, skip: string | false, run: Run): void {
    const { test, factory } = this.#options
    test(`${this.#aspect}: ${name}`, { skip }, () => runCase(factory, run))
  }
}

async function runCase(factory: StorageSuiteOptions['factory'], run: Run): Promise<void> {
  const fixture = await factory()
  const { storage } = fixture
  const opened = [storage]
  try {
    await storage.open()
    const running = run({
      storage,
      read: storage.read,
      license: await storage.transaction((tx) => tx.licenses.insert(newLicense())),
      write: (work) => storage.transaction(work),
      another: async () => {
        const another = fixture.another()
        opened.push(another)
        await another.open()
        return another
      },
    })
    await within(running, () => 'the end of the case', caseMs)
  } finally {
    for (const one of opened) await one.close()
    await fixture.cleanup()
  }
}
