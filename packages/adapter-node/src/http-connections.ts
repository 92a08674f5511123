import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { requestTaken, upgradeTaken } from './taken.js'

/** A request that is on its way when closing begins arrives within this time. */
const ARRIVAL_MS = 200
/** For the last answers to leave. */
const FAREWELL_MS = 250

/**
 * The connections of a server that speak HTTP. Node.js alone cannot tell when requests have run out: its server counts
 * upgraded sockets, does not see a connection as idle before its first request, and takes one for idle whose answer is
 * still on its way.
 */
export class HttpConnections {
  /** With the response to the newest request, which on one connection is also the last to finish. */
  readonly #latest = new Map<Socket, ServerResponse | undefined>()
  #isClosing = false
  /** Of each that had been answered when closing began; the others had only been connected. */
  readonly #bytesRead = new WeakMap<Socket, number>()
  #onEmpty: (() => void) | undefined
  /** One for all connections, so that an idle one has nothing of its own. */
  readonly #onClose: (this: Socket) => void
  readonly #idleTimeoutMs: number

  /** After `idleTimeoutMs` without a byte either way while a request is under way the connection is closed. */
  constructor(server: Server, idleTimeoutMs: number) {
    this.#idleTimeoutMs = idleTimeoutMs
    this.#onClose = releaserFor(this)
    server.on('connection', (socket) => {
      // Handed back after an upgrade that was declined.
      if (this.#latest.has(socket)) return
      this.#latest.set(socket, undefined)
      socket.on('close', this.#onClose)
    })
    // Other protocols on the same server.
    server.on(requestTaken, (request: IncomingMessage, response: ServerResponse) =>
      this.note(request, response),
    )
    server.on(upgradeTaken, (socket: Duplex) => this.release(socket))
  }

  /** To be called for each request, before it is answered. */
  note({ socket }: IncomingMessage, response: ServerResponse): void {
    // Not `server.setTimeout`, which would leave every connection that is upgraded a timer it does not need.
    socket.setTimeout(this.#idleTimeoutMs)
    this.#latest.set(socket, response)
    if (this.#isClosing) endAfter(response)
  }

  /** To be called for each connection that is upgraded. */
  release(socket: Duplex): void {
    if (!(socket instanceof Socket)) return
    socket.off('close', this.#onClose)
    this.#latest.delete(socket)
    if (this.#latest.size === 0) this.#onEmpty?.()
  }

  /** From now on each answer ends its connection. */
  beginClosing(): void {
    this.#isClosing = true
    for (const [socket, response] of this.#latest) {
      if (isUnanswered(response)) this.#endAfterAnswer(socket, response)
      else if (response !== undefined) this.#bytesRead.set(socket, socket.bytesRead)
    }
  }

  /**
   * Resolves once all connections are closed: each after its last answer, and one that is idle when nothing can be on its
   * way on it any more. After `drainMs` calls `onDrained`, and soon afterwards closes all that are left.
   */
  async close(drainMs: number, onDrained: () => void): Promise<void> {
    if (this.#latest.size === 0) return
    const timers = [
      // Then once more around the loop: what has arrived may not have been read.
      setTimeout(() => setImmediate(() => this.#destroyQuiet()), Math.min(ARRIVAL_MS, drainMs)),
      setTimeout(onDrained, drainMs),
      setTimeout(() => this.#destroyAll(), drainMs + FAREWELL_MS),
    ]
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve
    })
    for (const timer of timers) clearTimeout(timer)
  }

  #endAfterAnswer(socket: Socket, response: ServerResponse): void {
    endAfter(response)
    // An answer that has begun has told the client to keep the connection.
    if (!response.headersSent) return
    response.once('finish', () => {
      if (this.#latest.get(socket) === response) socket.destroy()
    })
  }

  /** One on which something has arrived meanwhile may have a request coming. */
  #destroyQuiet(): void {
    for (const [socket, response] of this.#latest) {
      const before = this.#bytesRead.get(socket) ?? 0
      if (!isUnanswered(response) && socket.bytesRead === before) socket.destroy()
    }
  }

  #destroyAll(): void {
    for (const socket of this.#latest.keys()) socket.destroy()
  }
}

function releaserFor(connections: HttpConnections): (this: Socket) => void {
  return function () {
    connections.release(this)
  }
}

function isUnanswered(response: ServerResponse | undefined): response is ServerResponse {
  return response !== undefined && !response.writableFinished
}

/** Makes Node.js say `Connection: close` and end the connection after the response (RFC 9112 §9.6). */
function endAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
}
