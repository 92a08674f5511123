import type { Edge } from '@parley/core/adapter'
import type { TestFunction } from '../test-function.js'
import { Client } from './client.js'
import { ScriptedEdge } from './scripted-edge.js'

/** An adapter that serves one edge. */
export interface HttpFixture {
  /** Where it listens on 127.0.0.1. */
  readonly port: number
  close(): Promise<void>
}

/** Options of `testHttp`. */
export interface HttpSuiteOptions {
  readonly test: TestFunction
  readonly factory: (edge: Edge) => Promise<HttpFixture>
}

/** What a case has: an engine that does as told, and somebody who asks it. */
export interface HttpContext {
  readonly edge: ScriptedEdge
  readonly client: Client
}

const withinMs = 30_000

type Run = (context: HttpContext) => Promise<void>

/** The cases of one aspect; names begin with it. */
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
