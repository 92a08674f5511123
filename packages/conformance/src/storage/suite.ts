import type { Storage } from '@parley/core/storage'
import { within } from '../deadline.js'
import type { TestFunction } from '../test-function.js'
import { newLicense } from './fixtures.js'
import type { StorageContext } from './storage-context.js'

/**
 * Abilities of an implementation beyond the port's guarantees. An ability that is `false` shows its cases as skipped.
 */
export interface StorageSupport {
  /** Whether committed data survives closing and reopening the storage. */
  readonly persistence: boolean
  /** Whether several storages can use the same data at the same time. */
  readonly concurrentNodes: boolean
}

/** One empty storage for one case. */
export interface StorageFixture {
  /** A storage that has not been opened. The suite opens it, and closes it unless the case already has. */
  readonly storage: Storage
  /** Returns another storage on the same data, not yet opened. Called only when `supports` says that this works. */
  another(): Storage
  /** Removes the data. Called after all storages have been closed. */
  cleanup(): Promise<void>
}

/** Options of `testStorage`. */
export interface StorageSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<StorageFixture>
  readonly supports: StorageSupport
}

type Run = (context: StorageContext) => Promise<void>

/** Timeout of one case, long enough for slow machines. A case that hangs fails, and the next one begins. */
const caseMs = 170_000

/** Registers the cases of one aspect of the port; their names begin with the aspect. */
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
