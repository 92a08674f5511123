import { once } from 'node:events'
import {
  Agent,
  request as askUpstream,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Headers that apply to a single connection and are not forwarded. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'te', 'trailer'])
const socketIoPath = /\/rtm\/sio\/?$/
const sessionIn = /"sid":"([^"]+)"/

/**
 * A load balancer: each request and each upgraded connection goes to the next server, but a Socket.IO session stays on
 * the server where it began, found by its `sid`.
 */
export class BalancingProxy {
  readonly url: string
  readonly #server: Server
  readonly #origins: readonly URL[]
  readonly #ready: () => Promise<void>
  readonly #agent = new Agent({ keepAlive: true })
  /** The server of each Socket.IO session, by `sid`. */
  readonly #places = new Map<string, URL>()
  readonly #upgraded = new Set<Duplex>()
  #count = 0

  private constructor(server: Server, url: string, origins: readonly URL[], ready: () => Promise<void>) {
    this.#server = server
    this.url = url
    this.#origins = origins
    this.#ready = ready
    server.on('request', (request, response) => void this.#pass(request, response))
    server.on('upgrade', (request, socket, head) => void this.#passUpgrade(request, socket, head))
  }

  /** Starts the proxy. Each request waits for `ready` before it is forwarded. */
  static async open(
    origins: readonly string[],
    ready: () => Promise<void> = async () => {},
  ): Promise<BalancingProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
    const targets = origins.map((origin) => new URL(origin))
    return new BalancingProxy(server, `http://127.0.0.1:${address.port}`, targets, ready)
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    for (const socket of this.#upgraded) socket.destroy()
    this.#agent.destroy()
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#ready()
    const { pathname, searchParams } = addressOf(request)
    const sid = searchParams.get('sid')
    const target = this.#placeOf(sid)
    const upstream = askUpstream({
      ...{ agent: this.#agent, host: target.hostname, port: target.port },
      ...{ method: request.method, path: request.url, headers: forwardedHeaders(request.rawHeaders) },
    })
    upstream.on('response', (answer) => {
      const begins = sid === null && socketIoPath.test(pathname)
      if (begins) answer.once('data', (bytes) => this.#note(String(bytes), target))
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwardedHeaders(answer.rawHeaders))
      answer.pipe(response)
      // The response came before the whole request was sent, and the rest of the request is not read.
      answer.on('end', () => {
        if (!request.readableEnded) upstream.destroy()
      })
      answer.on('error', () => response.destroy())
    })
    // A server that refuses a body may close the connection while the body is still being sent.
    upstream.on('error', () => {
      if (!response.headersSent) response.destroy()
    })
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    request.pipe(upstream)
  }

  async #passUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A client that disconnects in the meantime is noticed below.
    socket.on('error', () => socket.destroy())
    await this.#ready()
    const target = this.#placeOf(addressOf(request).searchParams.get('sid'))
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    upstream.write(`${headOf(request)}\r\n`)
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
    upstream.on('error', () => upstream.destroy())
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#upgraded.add(one)
      one.on('close', () => {
        this.#upgraded.delete(one)
        other.destroy()
      })
      if (one.destroyed) other.destroy()
    }
  }

  #placeOf(sid: string | null): URL {
    const known = sid === null ? undefined : this.#places.get(sid)
    if (known !== undefined) return known
    const next = this.#origins[this.#count++ % this.#origins.length]
    if (next === undefined) throw new TypeError('there is no server to balance over')
    return next
  }

  #note(handshake: string, place: URL): void {
    const [, sid] = sessionIn.exec(handshake) ?? []
    if (sid !== undefined) this.#places.set(sid, place)
  }
}

function addressOf({ url = '/' }: IncomingMessage): URL {
  return new URL(`http://localhost${url}`)
}

function forwardedHeaders(rawHeaders: readonly string[]): string[] {
  return pairsOf(rawHeaders)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()))
    .flat()
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = pairsOf(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}`
}

function pairsOf(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
}
