import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { certificate } from '../../../test/support/certificate.js'
import { attachRtm } from '../src/attach.js'
import { createListener } from '../src/listener.js'
import { RawClient } from './raw-client.js'
import { createResponse, readBody, ScriptedEdge } from './scripted-edge.js'
import { listen } from './sockets.js'

/** Reason why Node.js declines upgrades itself, or `false` when the adapter has to. */
export const declinesItself = 'shouldUpgradeCallback' in createServer() && 'Node.js declines by itself'
export const dropsWhatFollows = declinesItself && `${declinesItself}, and drops what else has arrived by then`

export interface Fixture {
  readonly edge: ScriptedEdge
  readonly server: Server
  readonly port: number
  readonly client: RawClient
  /** The server's end of the client's connection. */
  readonly serverSide: Socket
}

export interface HostOptions extends ServerOptions {
  readonly isSecure?: boolean
  readonly maxHeadersCount?: number
}

/** Starts a server of the host with Parley attached, and a client that has connected. */
export async function connected(context: TestContext, options: HostOptions = {}): Promise<Fixture> {
  const { isSecure = false, maxHeadersCount = null } = options
  const edge = new ScriptedEdge()
  edge.respond = async (request) => createResponse(200, `${request.path} ${await readBody(request)}`)
  const server = isSecure ? createTlsServer({ ...options, ...certificate }) : createServer(options)
  server.maxHeadersCount = maxHeadersCount
  server.on('request', createListener(edge))
  attachRtm(server, edge)
  const port = await listen(server)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  context.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const accepted = once(server, isSecure ? 'secureConnection' : 'connection')
  const client = await RawClient.open(port, isSecure)
  const [serverSide]: Socket[] = await accepted
  assert.ok(serverSide !== undefined)
  context.after(() => void client.socket.destroy())
  return { edge, server, port, client, serverSide }
}

/** Headers of an h2c upgrade as curl and Java send them. */
export const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
]

export function request(line: string, headers: readonly string[], body = '', version = '1.1'): string {
  return `${[`${line} HTTP/${version}`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`
}

export const get = (path: string, ...headers: string[]) =>
  request(`GET /parley/${path}`, [...h2c, ...headers])
export const post = (path: string, body: string, ...headers: string[]) =>
  request(`POST /parley/${path}`, [...h2c, `Content-Length: ${body.length}`, ...headers], body)
export const postChunked = (path: string, ...chunks: readonly string[]) => {
  const body = [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
  return request(`POST /parley/${path}`, [...h2c, 'Transfer-Encoding: chunked'], body)
}
export const plain = (path: string) => request(`GET /parley/${path}`, [])
export const many = (count: number) => Array.from({ length: count }, (_, index) => String(index))
/** Largest body that the engine reads. */
export const large = 'x'.repeat(262_144)
