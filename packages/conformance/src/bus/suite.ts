import type { Bus } from '@parley/core/ports'
import type { TestFunction } from '../test-function.js'
import { type BusNode, startNode } from './node.js'

/**
 * Abilities of an implementation beyond the port's guarantees. An ability that is `false` shows its cases as skipped.
 */
export interface BusSupport {
  /**
   * Whether each node has a bus object of its own. When one object serves all nodes, closing it closes the bus for all.
   */
  readonly separateNodes: boolean
  /** Whether the test can take the broker between the nodes away. The fixture then has an `outage`. */
  readonly outages: boolean
}

/** Takes the broker between the nodes away and brings it back. */
export interface BusOutage {
  /** Resolves once no message arrives anywhere and every open connection has been cut. */
  begin(): Promise<void>
  /** Resolves once new connections are accepted again. */
  end(): Promise<void>
}

/** One bus for one case. Nothing but the case publishes on it. */
export interface BusFixture {
  /** A bus that has not been started. The suite starts it, and closes it unless the case already has. */
  readonly bus: Bus<unknown>
  /**
   * Returns the bus of another node, not yet started. Returns the same object when nodes do not have separate buses.
   */
  another(): Bus<unknown>
  /** An outage that affects all buses of the fixture. Present when `supports.outages` is true. */
  readonly outage?: BusOutage
  cleanup(): Promise<void>
}

/** Options of `testBus`. */
export interface BusSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<BusFixture>
  readonly supports: BusSupport
}

/** The tools of one case: two nodes whose buses have started. */
export interface BusContext {
  readonly here: BusNode
  readonly there: BusNode
  readonly outage: BusOutage
  /** Returns the bus of a third node. The case starts it and the suite closes it. */
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

/** Registers the cases of one aspect of the port; their names begin with the aspect. */
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
