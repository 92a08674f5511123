import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createWebSocketServer, TurnFlush } from '@parley/adapter-node/sockets'
import { type Edge, refusalOfChunks } from '@parley/core'
import { systemClock } from '@parley/core/ports'
import { Server, type Socket, type Transport, transports } from 'engine.io'
import { SocketIoConnection } from './connection.js'
import { type EngineQuery, handshakeOf } from './handshake.js'
import type { PollingTransport } from './polling-outlet.js'
import { Probe } from './probe.js'
import type { Shared } from './socket-outlet.js'
import { type EngineRequest, SocketTransport } from './socket-transport.js'

/** What a packet has around an envelope. */
const framingBytes = 64
/** How long a client may take to poll for the end of its session, or to answer a close frame. */
const closeTimeoutMs = 5_000

/** In one request; nobody may have so many answered at a time. */
const maxPackets = 1_000

/** All sessions of Engine.IO of one engine, of every API and version. */
export class EngineServer extends Server {
  readonly #edge: Edge
  readonly #shared: Shared
  /** By session, while they poll. */
  readonly #polling = new Map<string, PollingSession>()
  #openCount = 0
  #onAllGone: (() => void) | undefined

  constructor(edge: Edge) {
    const maxPacketBytes = edge.maxRtmFrameBytes + framingBytes
    const websockets = createWebSocketServer(maxPacketBytes)
    super({
      allowEIO3: true,
      maxHttpBufferSize: maxPacketBytes,
      // Each answer would need memory of its own, and tell by its length what is in it.
      httpCompression: false,
      perMessageDeflate: false,
      // It is called with `new`.
      wsEngine: function webSockets() {
        return websockets
      },
    })
    this.#edge = edge
    this.#shared = { flush: new TurnFlush(systemClock, () => edge.isCommitting()), maxPacketBytes }
    this.on('connection', (socket: Socket) => this.#open(socket))
  }

  /** Whether that session polls, and may be asked for on; it is one of the API and version that it began with. */
  isPolling(sid: string, path: string): boolean {
    return this.#polling.get(sid)?.path === withoutSlash(path) && this.clients[sid] !== undefined
  }

  /** Whether a websocket may be tried beside that session. */
  canUpgrade(sid: string, path: string): boolean {
    return this.isPolling(sid, path) && this.clients[sid]?.upgrading === false
  }

  /** A request of polling; `query`: what it asks, as was found out already. */
  takeRequest(request: IncomingMessage, response: ServerResponse, query: EngineQuery): void {
    const connection = query.sid === undefined ? undefined : this.#polling.get(query.sid)?.connection
    if (request.method === 'GET') connection?.poll(response)
    else {
      response.once('finish', () => tooMuch(request, response, connection))
      boundPosted(request, connection)
    }
    this.handleRequest(withQuery(request, query), response)
  }

  takeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: EngineQuery): void {
    this.handleUpgrade(withQuery(request, query), socket, head)
  }

  /** Ends every session; resolves once the clients have ended them too, or had the time for it. */
  async end(): Promise<void> {
    for (const socket of Object.values(this.clients)) socket.close()
    if (this.#openCount > 0) await new Promise<void>((resolve) => (this.#onAllGone = resolve))
  }

  protected override createTransport(name: string, request: EngineRequest): Transport {
    if (name === 'polling')
      return Object.assign(transports.polling(request), { closeTimeout: closeTimeoutMs })
    const transport = new SocketTransport(request)
    // Until the client has shown that it works.
    if (request._query.sid !== undefined) transport.probe = new Probe(transport)
    return transport
  }

  #open(socket: Socket): void {
    const { transport } = socket
    const handshake = handshakeOf(socket.request)
    // Others may have come in the same moment.
    if (!isKnown(transport) || this.#edge.refuseRtm(handshake) !== undefined) {
      socket.close(true)
      return
    }
    const { sid } = transport
    const connection = new SocketIoConnection(socket, transport, this.#shared)
    if (!(transport instanceof SocketTransport)) {
      this.#polling.set(sid, { connection, path: withoutSlash(handshake.path) })
      socket.once('upgrade', () => this.#polling.delete(sid))
    }
    this.#openCount += 1
    connection.serve(
      (opened) => this.#edge.rtm(opened, handshake),
      () => this.#forget(sid),
    )
    // Engine.IO keeps the request and has no use for it, but it is much of what an idle connection takes.
    Object.assign(socket, { request: null })
  }

  #forget(sid: string): void {
    this.#polling.delete(sid)
    this.#openCount -= 1
    if (this.#openCount === 0) this.#onAllGone?.()
  }
}

interface PollingSession {
  readonly connection: SocketIoConnection
  /** Of its handshake. */
  readonly path: string
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

function isKnown(transport: Transport): transport is SocketTransport | PollingTransport {
  return transport instanceof SocketTransport || transport.name === 'polling'
}

/** With what Engine.IO would read from the address, where it takes some for another and throws at others. */
function withQuery(request: IncomingMessage, query: EngineQuery): EngineRequest {
  return Object.assign(request, { _query: { ...query } })
}

/** Engine.IO refuses what is too much, and lets the session go on. */
function tooMuch(
  { socket }: IncomingMessage,
  { statusCode }: ServerResponse,
  connection: SocketIoConnection | undefined,
): void {
  if (statusCode !== 413) return
  connection?.receiveTooMuch()
  // Nobody reads the rest.
  socket.destroy()
}

/** Engine.IO counts the bytes of what is posted, and not what its chunks cost, or its packets, all of which it reads at once. */
function boundPosted(request: IncomingMessage, connection: SocketIoConnection | undefined): void {
  if (connection === undefined) return
  let count = 0
  let bytes = 0
  let separatorCount = 0
  request.on('data', (chunk: string | Uint8Array) => {
    count += 1
    bytes += chunk.length
    separatorCount += separatorsIn(chunk)
    if (refusalOfChunks(count, bytes) === undefined && separatorCount < maxPackets) return
    connection.receiveTooMuch()
    // It may have come whole by now, and would be read.
    request.removeAllListeners('end')
    request.socket.destroy()
  })
}

/** What stands between packets: in a text of revision 4, or in the bytes of revision 3. */
function separatorsIn(chunk: string | Uint8Array): number {
  return typeof chunk === 'string'
    ? chunk.split('\x1e').length - 1
    : chunk.filter((byte) => byte === 0xff).length
}
