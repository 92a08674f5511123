import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestOf,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SetUpError } from './set-up-error.js'

export interface Backend {
  readonly name: string
  readonly port: number
}

interface Route {
  readonly backend: Backend
  readonly socket: Socket
}

const maxPinnedSessions = 10_000
const maxSidLength = 64

/**
 * A minimal load balancer in front of several nodes. The nodes take turns, and one that does not respond is skipped.
 * Only a polling Socket.IO session belongs to one node: its requests carry the `sid` that the first response assigned.
 */
export class RoundRobin {
  readonly #backends: readonly Backend[]
  readonly #began: (path: string, backend: Backend) => void
  readonly #server = createServer((request, response) => void this.#forward(request, response))
  readonly #sockets = new Set<Duplex>()
  /** Node of each Socket.IO session by `sid`, the oldest first. */
  readonly #pinned = new Map<string, Backend>()
  #turn = 0

  /** `began` is called with the node to which a real-time session was given. */
  constructor(backends: readonly Backend[], began: (path: string, backend: Backend) => void) {
    this.#backends = backends
    this.#began = began
    this.#server.on('upgrade', (request, socket, head) => void this.#tunnel(request, socket, head))
  }

  /** Starts to listen, and resolves with the address. */
  async listen(port: number): Promise<string> {
    this.#server.listen(port, '127.0.0.1')
    try {
      await once(this.#server, 'listening')
    } catch (cause) {
      throw new SetUpError(`The proxy cannot have port ${port}: ${cause}. PORT=0 takes a free one.`)
    }
    const address: AddressInfo | string | null = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
    return `http://127.0.0.1:${address.port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
    for (const socket of this.#sockets) socket.destroy()
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = await this.#route(request)
    if (route === undefined) {
      response.writeHead(502).end()
      return
    }
    const { method, url } = request
    const headers = headersOf(request)
    const outgoing = requestOf({ createConnection: () => route.socket, method, path: url, headers })
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      this.#learn(request, answer, route.backend)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    outgoing.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.once('close', () => route.socket.destroy())
    request.pipe(outgoing)
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.once('error', () => client.destroy())
    const route = await this.#route(request)
    if (route === undefined) {
      client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
      return
    }
    this.#began(pathOf(request), route.backend)
    const lines = Object.entries(headersOf(request)).map(([name, value]) => `${name}: ${value}`)
    route.socket.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    route.socket.write(head)
    if (client.destroyed) route.socket.destroy()
    const directions = [
      [client, route.socket],
      [route.socket, client],
    ] as const
    for (const [one, other] of directions) {
      this.#sockets.add(one)
      one.pipe(other)
      one.once('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
  }

  /** Returns a connection to the node of the request's session, or to the next node that accepts it. */
  async #route(request: IncomingMessage): Promise<Route | undefined> {
    const pinned = this.#pinned.get(sidOf(request) ?? '')
    for (const backend of pinned === undefined ? this.#inTurn() : [pinned]) {
      const socket = await reach(backend)
      if (socket !== undefined) return { backend, socket }
    }
    return undefined
  }

  #inTurn(): readonly Backend[] {
    const first = this.#turn++ % this.#backends.length
    return [...this.#backends.slice(first), ...this.#backends.slice(0, first)]
  }

  /** Remembers the node of a Socket.IO session; the first response contains its `sid`. */
  #learn(request: IncomingMessage, answer: IncomingMessage, backend: Backend): void {
    const path = pathOf(request)
    if (request.method !== 'GET' || !path.includes('/rtm/sio') || sidOf(request) !== undefined) return
    this.#began(path, backend)
    answer.once('data', (bytes: Buffer) => {
      const [, sid] = /"sid":"([\w-]+)"/.exec(bytes.toString('latin1')) ?? []
      if (sid === undefined || sid.length > maxSidLength) return
      this.#pinned.set(sid, backend)
      const [oldest] = this.#pinned.keys()
      if (oldest !== undefined && this.#pinned.size > maxPinnedSessions) this.#pinned.delete(oldest)
    })
  }
}

async function reach({ port }: Backend): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => socket.destroy())
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => resolve(undefined))
  })
}

/** Returns the headers with the client's real address. Addresses that the client claims itself are dropped. */
function headersOf({ headers, socket }: IncomingMessage): OutgoingHttpHeaders {
  const { forwarded: _, ...otherHeaders } = headers
  return { ...otherHeaders, 'x-forwarded-for': socket.remoteAddress ?? '' }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return new URL(url, 'http://proxy').pathname
}

function sidOf({ url = '/' }: IncomingMessage): string | undefined {
  return new URL(url, 'http://proxy').searchParams.get('sid') ?? undefined
}
