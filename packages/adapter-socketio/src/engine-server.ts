import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createWebSocketServer, TurnFlush } from '@parley/adapter-node/sockets'
import { type Edge, findChunksError } from '@parley/core/adapter'
import { systemClock } from '@parley/core/ports'
import { Server, type Socket, type Transport, transports } from 'engine.io'
import { SocketIoConnection } from './connection.js'
import { type EngineQuery, toHandshake } from './handshake.js'
import type { PollingTransport } from './polling-outlet.js'
import { Probe } from './probe.js'
import type { Shared } from './socket-outlet.js'
import { type EngineRequest, SocketTransport } from './socket-transport.js'

/** Maximum size of a packet without its envelope, in bytes. */
const framingBytes = 64
/** Time that a client has to poll for the end of its session, or to respond to a close frame, in milliseconds. */
const closeTimeoutMs = 5_000

/** Maximum number of packets in one request. It is more than a connection may have in progress. */
const maxPackets = 1_000

/** The Engine.IO sessions of one engine, of every API and version. */
export class EngineServer extends Server {
  readonly #edge: Edge
  readonly #shared: Shared
  /** Polling sessions by session id. */
  readonly #polling = new Map<string, PollingSession>()
  #openCount = 0
  #onAllGone: (() => void) | undefined

  constructor(edge: Edge) {
    const maxPacketBytes = edge.maxRtmFrameBytes + framingBytes
    const websockets = createWebSocketServer(maxPacketBytes)
    super({
      allowEIO3: true,
      maxHttpBufferSize: maxPacketBytes,
      // Each compressed response would need memory, and its length would reveal what is in it.
      httpCompression: false,
      perMessageDeflate: false,
      // Engine.IO calls this with `new`.
      wsEngine: function webSockets() {
        return websockets
      },
    })
    this.#edge = edge
    this.#shared = { flush: new TurnFlush(systemClock, () => edge.isCommitting()), maxPacketBytes }
    this.on('connection', (socket: Socket) => this.#open(socket))
  }

  /**
   * Returns whether the session is polling and may continue with this path. A session stays on the API and version that
   * it began with.
   */
  isPolling(sid: string, path: string): boolean {
    return this.#polling.get(sid)?.path === withoutSlash(path) && this.clients[sid] !== undefined
  }

  /** Returns whether the session may try a websocket. */
  canUpgrade(sid: string, path: string): boolean {
    return this.isPolling(sid, path) && this.clients[sid]?.upgrading === false
  }

  /** Handles a polling request. `query` is its validated query. */
  serveRequest(request: IncomingMessage, response: ServerResponse, query: EngineQuery): void {
    const connection = query.sid === undefined ? undefined : this.#polling.get(query.sid)?.connection
    if (request.method === 'GET') connection?.poll(response)
    else {
      response.once('finish', () => reportTooLarge(request, response, connection))
      limitPosted(request, connection)
    }
    this.handleRequest(withQuery(request, query), response)
  }

  serveUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: EngineQuery): void {
    this.handleUpgrade(withQuery(request, query), socket, head)
  }

  /** Ends every session. Resolves when the clients have ended them too, or had time to. */
  async end(): Promise<void> {
    for (const socket of Object.values(this.clients)) socket.close()
    if (this.#openCount > 0) await new Promise<void>((resolve) => (this.#onAllGone = resolve))
  }

  protected override createTransport(name: string, request: EngineRequest): Transport {
    if (name === 'polling')
      return Object.assign(transports.polling(request), { closeTimeout: closeTimeoutMs })
    const transport = new SocketTransport(request)
    // The probe stays until the client has shown that the websocket works.
    if (request._query.sid !== undefined) transport.probe = new Probe(transport)
    return transport
  }

  #open(socket: Socket): void {
    const { transport } = socket
    const handshake = toHandshake(socket.request)
    // Other connections may have opened since the check before the handshake.
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
    // Engine.IO keeps the request without using it, and it is a large part of the memory of an idle connection.
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
  /** Path of the handshake, without a trailing slash. */
  readonly path: string
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

function isKnown(transport: Transport): transport is SocketTransport | PollingTransport {
  return transport instanceof SocketTransport || transport.name === 'polling'
}

/**
 * Sets the query that Engine.IO would otherwise parse from the URL. Its parser reads some queries differently and
 * throws for others.
 */
function withQuery(request: IncomingMessage, query: EngineQuery): EngineRequest {
  return Object.assign(request, { _query: { ...query } })
}

/** Ends a session whose request was too large. Engine.IO rejects such a request, but lets the session continue. */
function reportTooLarge(
  { socket }: IncomingMessage,
  { statusCode }: ServerResponse,
  connection: SocketIoConnection | undefined,
): void {
  if (statusCode !== 413) return
  connection?.receiveTooMuch()
  // The rest of the request will not be read.
  socket.destroy()
}

/**
 * Limits the chunks and packets of a posted body. Engine.IO limits only its bytes, and parses all packets at the same
 * time.
 */
function limitPosted(request: IncomingMessage, connection: SocketIoConnection | undefined): void {
  if (connection === undefined) return
  let count = 0
  let bytes = 0
  let separatorCount = 0
  request.on('data', (chunk: string | Uint8Array) => {
    count += 1
    bytes += chunk.length
    separatorCount += separatorsIn(chunk)
    if (findChunksError(count, bytes) === undefined && separatorCount < maxPackets) return
    connection.receiveTooMuch()
    // The body may be complete by now, and Engine.IO would read it.
    request.removeAllListeners('end')
    request.socket.destroy()
  })
}

/** Returns the number of packet separators: characters in revision 4, bytes in revision 3. */
function separatorsIn(chunk: string | Uint8Array): number {
  return typeof chunk === 'string'
    ? chunk.split('\x1e').length - 1
    : chunk.filter((byte) => byte === 0xff).length
}
