import type { Edge } from '@parley/core/adapter'
import type { TestFunction } from '../test-function.js'
import { Client } from './client.js'
import { ScriptedEdge } from './scripted-edge.js'

/** An adapter that serves one edge. */
export interface HttpFixture {
  /** Port on 127.0.0.1 at which the adapter listens. */
  readonly port: number
  close(): Promise<void>
}

/** Options of `testHttp`. */
export interface HttpSuiteOptions {
  readonly test: TestFunction
  readonly factory: (edge: Edge) => Promise<HttpFixture>
}

/** The tools of one case: a scripted engine behind the adapter, and a client that sends requests to it. */
export interface HttpContext {
  readonly edge: ScriptedEdge
  readonly client: Client
}

const withinMs = 30_000

type Run = (context: HttpContext) => Promise<void>

/** Registers the cases of one aspect of the port; their names begin with the aspect. */
export class HttpCases {
  readonly #options: HttpSuiteOptions
  readonly #aspect: string

  constructor(options: HttpSuiteOptions, aspect: string) {
    this.#options = options
    this.#aspect = aspect
  }

  add(name: string, run: Run): void {
    const { test, factory } = this.#options
    test(`${this.#aspect}: ${name}`, { skip: false }, () => runCase(factory, run))
  }
}

async function runCase(factory: HttpSuiteOptions['factory'], run: Run): Promise<void> {
  const edge = new ScriptedEdge()
  const fixture = await factory(edge)
  const client = new Client(fixture.port)
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new Error(`not within ${withinMs} ms`)), withinMs)
  })
  try {
    await Promise.race([run({ edge, client }), late])
  } finally {
    clearTimeout(timeout)
    client.close()
    await fixture.close()
  }
}
