import type { Bus } from '@parley/core/ports'
import type { TestFunction } from '../test-function.js'
import { type BusNode, startNode } from './node.js'

/** What an implementation can do beyond the port's guarantees. `false` skips cases, visibly. */
export interface BusSupport {
  /** Each node has a bus of its own; where it is one object for all, its end is the end of all. */
  readonly separateNodes: boolean
  /** What lies between the nodes can be away; the fixture has an `outage`. */
  readonly outages: boolean
}

/** Has what lies between the nodes go away and come back. */
export interface BusOutage {
  /** Resolves once nothing reaches anybody, and whatever is connected has been cut off. */
  begin(): Promise<void>
  /** Resolves once who connects is let in. */
  end(): Promise<void>
}

/** One bus for one case, on which nobody else says anything. */
export interface BusFixture {
  /** Not yet started: the suite starts it, and closes it unless the case has. */
  readonly bus: Bus<unknown>
  /** The bus of another node, not yet started; the same object where nodes are not separate. */
  another(): Bus<unknown>
  /** Of all buses of the fixture. Where `supports` says that there are `outages`. */
  readonly outage?: BusOutage
  cleanup(): Promise<void>
}

/** Options of `testBus`. */
export interface BusSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<BusFixture>
  readonly supports: BusSupport
}

/** What a case has: two nodes, both started. */
export interface BusContext {
  readonly here: BusNode
  readonly there: BusNode
  readonly outage: BusOutage
  /** A third one, which the case starts and the suite closes. */
  another(): Bus<unknown>
}

type Run = (context: BusContext) => Promise<void>

const reasons: { readonly [C in keyof BusSupport]: string } = {
  separateNodes: 'all nodes are one object',
  outages: 'nothing lies between the nodes that could be away',
}

const noOutage: BusOutage = {
  begin: () => Promise.reject(new TypeError('the fixture has no outage')),
  end: () => Promise.reject(new TypeError('the fixture has no outage')),
}

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
    this.#register(name, this.#options.supports[capability] ? false : reasons[capability], run)
  }

  #register(name: string, skip: string | false, run: Run): void {
    const { test, factory } = this.#options
    test(`${this.#aspect}: ${name}`, { skip }, () => runCase(factory, run))
  }
}

async function runCase(factory: BusSuiteOptions['factory'], run: Run): Promise<void> {
  const fixture = await factory()
  const buses = new Set([fixture.bus])
  const another = () => {
    const bus = fixture.another()
    buses.add(bus)
    return bus
  }
  try {
    const here = await startNode(fixture.bus)
    const other = another()
    const there = other === fixture.bus ? here : await startNode(other)
    await run({ here, there, another, outage: fixture.outage ?? noOutage })
  } finally {
    for (const bus of buses) await bus.close()
    await fixture.cleanup()
  }
}
