import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Edge, ShuttingDownError } from '@parley/core/adapter'
import { attachUpgrades } from './attach.js'
import { HttpConnections } from './http-connections.js'
import { Requests } from './listener.js'

/**
 * Maximum time from the first byte of a request, or the start of the connection, to the end of its headers, in
 * milliseconds.
 */
const HEADERS_TIMEOUT_MS = 10_000
/**
 * Maximum time from the first byte of a request to its last, in milliseconds. It is a backstop for bodies that the
 * engine has given up on, after its own shorter deadlines, and whose rest trickles in.
 */
const REQUEST_TIMEOUT_MS = 150_000
/**
 * Maximum time without a byte in either direction during a request, in milliseconds. After it, the client has stopped
 * reading.
 */
const IDLE_TIMEOUT_MS = 150_000
/**
 * Keep-alive timeout, in milliseconds. It is longer than the usual 60 s of load balancers, so that they never send a
 * request into a closing connection.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** Interval at which Node.js checks the timeouts above, in milliseconds. Its default is 30 s. */
const CONNECTIONS_CHECK_MS = 1_000

/**
 * Length of the system's queue of connections that the server has not accepted. Reset connections stay in it too. When
 * it is full, a client tries again only after a second.
 */
const QUEUE_LENGTH = 1_024

/** Options of `serve`. */
export interface ServeOptions {
  /** Port to listen on. 0 picks a free port. */
  readonly port: number
  /** Address or name to listen on. Default: `127.0.0.1`. */
  readonly host?: string
}

/** A running server that `serve` returns. */
export interface ParleyServer {
  /** Origin with the actual port, without a trailing slash. */
  readonly url: string
  /** Actual port. */
  readonly port: number
  /** Underlying HTTP server. */
  readonly server: Server
  /**
   * Stops accepting connections, rejects requests with incomplete bodies (`service_unavailable`), and responds to the
   * others, including those that arrive while it closes. Waits at most `drainMs`, in milliseconds (default: 10,000).
   * Resolves when all HTTP connections are closed, at most half a second after `drainMs`.
   *
   * RTM connections belong to the engine, which closes them when it is closed: before, after or at the same time.
   * Idempotent.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

/**
 * Serves the engine, including RTM, on its own HTTP server. Does not close the engine. Rejects with the system error
 * (`EADDRINUSE`, `EACCES` …) when it cannot listen.
 */
export async function serve(edge: Edge, { port, host = '127.0.0.1' }: ServeOptions): Promise<ParleyServer> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
  })
  const connections = new HttpConnections(server, IDLE_TIMEOUT_MS)
  const requests = new Requests(edge)
  server.on('request', (request, response) => {
    connections.note(request, response)
    requests.handle(request, response)
  })
  attachUpgrades(server, edge, (socket) => connections.release(socket))
  const actualPort = await listen(server, port, host)
  let closing: Promise<void> | undefined
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    server,
    close: ({ drainMs = 10_000 } = {}) => {
      closing ??= closeServer(server, connections, requests, drainMs)
      return closing
    },
  }
}

async function closeServer(
  server: Server,
  connections: HttpConnections,
  requests: Requests,
  drainMs: number,
): Promise<void> {
  const refuseIncomplete = () => requests.refuseIncomplete(new ShuttingDownError())
  connections.beginClosing()
  refuseIncomplete()
  await letInQueue(server)
  // `close` of HTTP servers would destroy connections whose response is still being sent.
  NetServer.prototype.close.call(server)
  await connections.close(drainMs, refuseIncomplete)
  // Stops the timer that checks request timeouts.
  server.close()
}

/**
 * Accepts connections that the system has made and the server has not seen yet. The system would reset them. Node.js
 * accepts at most one of them per turn of the event loop.
 */
async function letInQueue(server: Server): Promise<void> {
  let quietTurns = 0
  const onConnection = () => {
    quietTurns = 0
  }
  server.on('connection', onConnection)
  // The first turn may not check the queue.
  for (let turn = 0; turn < QUEUE_LENGTH && quietTurns < 2; turn += 1) {
    quietTurns += 1
    await nextTurn()
  }
  server.off('connection', onConnection)
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen({ port, host, backlog: QUEUE_LENGTH })
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}
