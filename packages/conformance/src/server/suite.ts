import { within } from '../deadline.js'
import type { TestFunction } from '../test-function.js'
import type { ServerFixture } from './fixture.js'
import type { RtmTransport } from './rtm-transport.js'
import { ServerContext } from './server-context.js'
import type { SocketIoTransport } from './socket-io-transport.js'
import { websocketTransport } from './websocket-transport.js'

/** What a server can do, and a case make of it. What it cannot skips cases, visibly. */
export interface ServerSupport {
  /** It upgrades connections at `rtm/ws`. */
  readonly websocket: boolean
  /** A client for each version of Socket.IO that is to be tried at `rtm/sio`; none: the server does not have it. */
  readonly socketIo: readonly SocketIoTransport[]
  /** It has a place for files. */
  readonly files: boolean
  /** `passTime` of the fixture is there, and a minute of it is nothing that a test has to wait for. */
  readonly time: boolean
  /** Absent: yes. Where requests are spread over several nodes, each has rates and counts of connections of its own. */
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

/** For a case, however slow the machine. */
const caseMs = 60_000

/** The cases of one aspect; names begin with it. */
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

  /** Once for each transport of real time. */
  addOver(name: string, run: RunOver): void {
    this.#registerOver(name, [], run)
  }

  addOverIf(capability: 'time' | 'oneNode', name: string, run: RunOver): void {
    this.#registerOver(name, [capability], run)
  }

  /** Once for each client of Socket.IO. */
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
