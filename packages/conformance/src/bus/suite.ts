import type { Bus } from '@parley/core/ports'
import type { TestFunction } from '../test-function.js'
import { Inbox } from './inbox.js'

/** What an implementation can do beyond the port's guarantees. `false` skips cases, visibly. */
export interface BusSupport {
  /** Each node has a bus of its own; where it is one object for all, its end is the end of all. */
  readonly separateNodes: boolean
}

/** One bus for one case, on which nobody else says anything. */
export interface BusFixture {
  /** Not yet started: the suite starts it, and closes it unless the case has. */
  readonly bus: Bus<unknown>
  /** The bus of another node, not yet started; the same object where nodes are not separate. */
  another(): Bus<unknown>
  cleanup(): Promise<void>
}

export interface BusSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<BusFixture>
  readonly supports: BusSupport
}

/** What a case has: two nodes, both started. */
export interface BusContext {
  readonly here: Bus<unknown>
  readonly there: Bus<unknown>
  /** How often a node was told that something may have been lost. */
  resumedCount(bus: Bus<unknown>): number
  /** A listener that keeps what it hears. */
  listen(bus: Bus<unknown>, licenseId: number): Promise<Inbox>
}

type Run = (context: BusContext) => Promise<void>

/** The cases of one aspect; names begin with it. */
export class BusCases {
  readonly #options: BusSuiteOptions
  readonly #aspect: string

  constructor(options: BusSuiteOptions, aspect: string) {
    this.#options = options
    this.#aspect = aspect
  }

  add(name: string, run: Run): void {
    this.#register(name, false, run)
  }

  addIf(capability: keyof BusSupport, name: string, run: Run): void {
    const isSupported = this.#options.supports[capability]
    this.#register(name, isSupported ? false : `does not support ${capability}`, run)
  }

  #register(name: string, skip: string | false, run: Run): void {
    const { test, factory } = this.#options
    test(`${this.#aspect}: ${name}`, { skip }, () => runCase(factory, run))
  }
}

async function runCase(factory: BusSuiteOptions['factory'], run: Run): Promise<void> {
  const fixture = await factory()
  const [here, there] = [fixture.bus, fixture.another()]
  const resumed = new Map<Bus<unknown>, number>()
  const countResumed = (bus: Bus<unknown>) => () => void resumed.set(bus, (resumed.get(bus) ?? 0) + 1)
  try {
    for (const bus of new Set([here, there])) await bus.start(countResumed(bus))
    await run({
      here,
      there,
      resumedCount: (bus) => resumed.get(bus) ?? 0,
      async listen(bus, licenseId) {
        const inbox = new Inbox()
        inbox.subscription = await bus.subscribe(licenseId, (message) => inbox.put(message))
        return inbox
      },
    })
  } finally {
    for (const bus of [here, there]) await bus.close()
    await fixture.cleanup()
  }
}
