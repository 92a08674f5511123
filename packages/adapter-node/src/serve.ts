import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Edge, ShuttingDownError } from '@parley/core'
import { attachUpgrades } from './attach.js'
import { HttpConnections } from './http-connections.js'
import { Requests } from './listener.js'

/** From the first byte of a request, or the start of the connection, to the end of its headers. */
const HEADERS_TIMEOUT_MS = 10_000
/**
 * From the first byte of a request to its last. Only a backstop for bodies that the engine has given up on (it
 * has its own, shorter deadlines) and whose rest trickles in.
 */
const REQUEST_TIMEOUT_MS = 150_000
/** No byte either way for so long while a request is under way: the client does not read its answer. */
const IDLE_TIMEOUT_MS = 150_000
/** Longer than the usual 60 s of load balancers, so that they never send a request into a closing connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** By how much the timeouts above may be late; Node.js looks only every 30 s unless told. */
const CONNECTIONS_CHECK_MS = 1_000

/**
 * Of connections that the system has made and the server not taken. Those that are reset wait in it too, and a new one
 * behind all of them; where it is full a client tries again only after a second.
 */
const QUEUE_LENGTH = 1_024

export interface ServeOptions {
  /** 0 takes a free port. */
  readonly port: number
  /** Address or name to listen on. Default `127.0.0.1`. */
  readonly host?: string
}

export interface ParleyServer {
  /** Origin with the real port, without a trailing slash. */
  readonly url: string
  readonly port: number
  readonly server: Server
  /**
   * Stops accepting connections, refuses requests whose bodies have not come whole (`service_unavailable`), and answers
   * the others, also those that arrive while it closes, for at most `drainMs` (default 10,000). Resolves once all
   * connections that speak HTTP are closed: within half a second of `drainMs`, whatever the clients do. RTM connections
   * belong to the engine, which closes them when it is closed, before, after or at the same time. Idempotent.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

/**
 * Serves the engine on an HTTP server of its own, RTM included. Does not close the engine. Rejects with the
 * system error (`EADDRINUSE`, `EACCES` …) when it cannot listen.
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
    requests.take(request, response)
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
  // Not HTTP's `close`, which destroys connections whose answer is still on its way.
  NetServer.prototype.close.call(server)
  await connections.close(drainMs, refuseIncomplete)
  // Ends what watches the time of requests.
  server.close()
}

/**
 * Lets in who has connected, though the server has not seen it yet: the system would reset these connections. Node.js
 * takes no more than one from the system's queue in a turn of the event loop.
 */
async function letInQueue(server: Server): Promise<void> {
  let quietTurns = 0
  const onConnection = () => {
    quietTurns = 0
  }
  server.on('connection', onConnection)
  // In the first turn the queue may not be looked at.
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
