import { within } from '../deadline.js'
import type { TestFunction } from '../test-function.js'
import type { ServerFixture } from './fixture.js'
import type { RtmTransport } from './rtm-transport.js'
import { ServerContext } from './server-context.js'
import type { SocketIoTransport } from './socket-io-transport.js'
import { websocketTransport } from './websocket-transport.js'

/** Abilities of a server, and what a case can control. Cases that need a missing ability show as skipped. */
export interface ServerSupport {
  /** Whether the server accepts websockets at `rtm/ws`. */
  readonly websocket: boolean
  /** One client for each Socket.IO version to test at `rtm/sio`. Empty when the server does not offer Socket.IO. */
  readonly socketIo: readonly SocketIoTransport[]
  /** Whether the server stores files. */
  readonly files: boolean
  /** Whether the fixture has `passTime` and can skip a minute without making the test wait for it. */
  readonly time: boolean
  /**
   * Whether one node handles all requests, true by default. Several nodes each count rates and connections on their
   * own.
   */
  readonly oneNode?: boolean
}

/** Options of `testServer`. */
export interface ServerSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<ServerFixture>
  readonly supports: ServerSupport
}

type Run = (context: ServerContext) => Promise<void>
type RunOver = (context: ServerContext, transport: RtmTransport) => Promise<void>
type RunOverSocketIo = (context: ServerContext, transport: SocketIoTransport) => Promise<void>

/** Timeout of one case, long enough for slow machines. */
const caseMs = 60_000

/** Registers the cases of one aspect of the server; their names begin with the aspect. */
export class ServerCases {
  readonly #options: ServerSuiteOptions
  readonly #aspect: string

  constructor(options: ServerSuiteOptions, aspect: string) {
    this.#options = options
    this.#aspect = aspect
  }

  add(name: string, run: Run): void {
    this.#register(name, [], run)
  }

  addIf(capability: keyof ServerSupport, name: string, run: Run): void {
    this.#register(name, [capability], run)
  }

  /** Registers the case once for each RTM transport. */
  addOver(name: string, run: RunOver): void {
    this.#registerOver(name, [], run)
  }

  addOverIf(capability: 'time' | 'oneNode', name: string, run: RunOver): void {
    this.#registerOver(name, [capability], run)
  }

  /** Registers the case once for each Socket.IO client. */
  addOverSocketIo(name: string, run: RunOverSocketIo): void {
    this.#registerOverSocketIo(name, [], run)
  }

  #registerOver(name: string, needed: readonly (keyof ServerSupport)[], run: RunOver): void {
    this.#register(over(name, websocketTransport), [...needed, 'websocket'], (context) =>
      run(context, websocketTransport),
    )
    this.#registerOverSocketIo(name, needed, run)
  }

  #registerOverSocketIo(name: string, needed: readonly (keyof ServerSupport)[], run: RunOverSocketIo): void {
    const { socketIo } = this.#options.supports
    for (const transport of socketIo) {
      this.#register(over(name, transport), needed, (context) => run(context, transport))
    }
    if (socketIo.length === 0) this.#register(over(name, { name: 'Socket.IO' }), ['socketIo'], async () => {})
  }

  #register(name: string, needed: readonly (keyof ServerSupport)[], run: Run): void {
    const { test, factory, supports } = this.#options
    const missing = needed.find((capability) => !isSupported(supports, capability))
    const skip = missing === undefined ? false : `does not support ${missing}`
    test(`${this.#aspect}: ${name}`, { skip }, () => runCase(factory, run))
  }
}

function over(name: string, transport: Pick<RtmTransport, 'name'>): string {
  return `${name}, over ${transport.name}`
}

function isSupported(supports: ServerSupport, capability: keyof ServerSupport): boolean {
  return capability === 'socketIo' ? supports.socketIo.length > 0 : (supports[capability] ?? true)
}

async function runCase(factory: ServerSuiteOptions['factory'], run: Run): Promise<void> {
  const fixture = await factory()
  const context = new ServerContext(fixture)
  try {
    await within(run(context), () => 'the end of the case', caseMs)
  } finally {
    context.closeConnections()
    await fixture.cleanup()
  }
}
