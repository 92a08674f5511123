import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * The connections of a server that speak HTTP. Node.js alone cannot
 * tell when requests have run out: its server counts upgraded sockets, and does not see a connection as idle
 * before its first request.
 */
export class HttpConnections {
  /** With the response to the newest request, which on one connection is also the last to finish. */
  readonly #latest = new Map<Duplex, ServerResponse | undefined>()
  #onEmpty: (() => void) | undefined
  /** One for all connections, so that an idle one has nothing of its own. */
  readonly #onClose: (this: Socket) => void
  readonly #idleTimeoutMs: number

  /** After `idleTimeoutMs` without a byte either way while a request is under way the connection is closed. */
  constructor(server: Server, idleTimeoutMs: number) {
    this.#idleTimeoutMs = idleTimeoutMs
    this.#onClose = releaserFor(this)
    server.on('connection', (socket) => {
      this.#latest.set(socket, undefined)
      socket.on('close', this.#onClose)
    })
  }

  /** To be called for each request, before it is answered. */
  note(request: IncomingMessage, response: ServerResponse): void {
    // Not `server.setTimeout`, which would leave every connection that is upgraded a timer it does not need.
    request.socket.setTimeout(this.#idleTimeoutMs)
    this.#latest.set(request.socket, response)
  }

  /** To be called for each connection that is upgraded. */
  release(socket: Duplex): void {
    socket.off('close', this.#onClose)
    this.#latest.delete(socket)
    if (this.#latest.size === 0) this.#onEmpty?.()
  }

  /** Closes each connection once its requests are answered; all that are left after the timeout. */
  close(timeoutMs: number): Promise<void> {
    for (const [socket, response] of this.#latest) closeWhenAnswered(socket, response)
    if (this.#latest.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#destroyAll(), timeoutMs)
      this.#onEmpty = () => {
        clearTimeout(timer)
        resolve()
      }
    })
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

function closeWhenAnswered(socket: Duplex, response: ServerResponse | undefined): void {
  if (response === undefined || response.writableFinished) {
    socket.destroy()
  } else if (response.headersSent) {
    response.once('finish', () => socket.destroy())
  } else {
    // Makes Node.js say `Connection: close` and end the connection after the response.
    response.shouldKeepAlive = false
  }
}
