import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Edge } from '@parley/core'
import { HttpConnections } from './http-connections.js'
import { answerIgnoringUpgrade } from './ignored-upgrade.js'
import { createListener } from './listener.js'
import { createUpgradeHandler } from './upgrade.js'

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
   * Stops accepting connections, closes idle connections, and resolves when the running requests
   * are answered, at the latest when their timeout of 150 s has run out. RTM connections belong to the engine,
   * which closes them when it is closed. May be called more than once.
   */
  close(): Promise<void>
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
  const listener = createListener(edge)
  server.on('request', (request, response) => {
    connections.note(request, response)
    listener(request, response)
  })
  const handleUpgrade = createUpgradeHandler(edge)
  server.on('upgrade', (request, socket, head) => {
    connections.release(socket)
    if (!handleUpgrade(request, socket, head)) answerIgnoringUpgrade(edge, request, socket)
  })
  const actualPort = await listen(server, port, host)
  let closing: Promise<void> | undefined
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    server,
    close: () => {
      closing ??= closeServer(server, connections)
      return closing
    },
  }
}

async function closeServer(server: Server, connections: HttpConnections): Promise<void> {
  // Not awaited: its callback waits for upgraded sockets too. The port is free at once.
  server.close()
  await connections.close(REQUEST_TIMEOUT_MS)
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}
