import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { requestEvent, upgradeEvent } from './handover-events.js'

/** Time within which a request arrives that was on its way when closing began, in milliseconds. */
const ARRIVAL_MS = 200
/** Time for the last responses to leave, in milliseconds. */
const FAREWELL_MS = 250

/**
 * Tracks the HTTP connections of a server. Node.js cannot tell when the last request is done: its server counts
 * upgraded sockets, does not consider a connection idle before its first request, and considers one idle while its
 * response is still being sent.
 */
export class HttpConnections {
  /**
   * Response to the newest request of each connection, which is also the last to finish. `undefined` before the first
   * request.
   */
  readonly #latest = new Map<Socket, ServerResponse | undefined>()
  #isClosing = false
  /**
   * Bytes that had been read, by connection, when closing began. Only connections that had completed a request are
   * here.
   */
  readonly #bytesRead = new WeakMap<Socket, number>()
  #onEmpty: (() => void) | undefined
  /** One close listener for all connections, so that an idle one needs none of its own. */
  readonly #onClose: (this: Socket) => void
  readonly #idleTimeoutMs: number

  /**
   * Creates the tracker. Closes a connection with a request in progress after `idleTimeoutMs` without a byte in either
   * direction.
   */
  constructor(server: Server, idleTimeoutMs: number) {
    this.#idleTimeoutMs = idleTimeoutMs
    this.#onClose = releaserFor(this)
    server.on('connection', (socket) => {
      // The connection may have been handed back after a declined upgrade.
      if (this.#latest.has(socket)) return
      this.#latest.set(socket, undefined)
      socket.on('close', this.#onClose)
    })
    // Requests that other protocols on the same server take.
    server.on(requestEvent, (request: IncomingMessage, response: ServerResponse) =>
      this.note(request, response),
    )
    server.on(upgradeEvent, (socket: Duplex) => this.release(socket))
  }

  /** Notes a request. Call it for each one, before the response. */
  note({ socket }: IncomingMessage, response: ServerResponse): void {
    // `server.setTimeout` would also leave every upgraded connection with a timer that it does not need.
    socket.setTimeout(this.#idleTimeoutMs)
    this.#latest.set(socket, response)
    if (this.#isClosing) endAfter(response)
  }

  /** Stops tracking a connection. Call it for each one that is upgraded. */
  release(socket: Duplex): void {
    if (!(socket instanceof Socket)) return
    socket.off('close', this.#onClose)
    this.#latest.delete(socket)
    if (this.#latest.size === 0) this.#onEmpty?.()
  }

  /** Makes each response end its connection from now on. */
  beginClosing(): void {
    this.#isClosing = true
    for (const [socket, response] of this.#latest) {
      if (isUnanswered(response)) this.#endAfterAnswer(socket, response)
      else if (response !== undefined) this.#bytesRead.set(socket, socket.bytesRead)
    }
  }

  /**
   * Resolves when all connections are closed. Each is closed after its last response; an idle one is closed when no
   * request can be on its way anymore. After `drainMs` this calls `onDrained`, and soon afterwards closes all that are
   * left.
   */
  async close(drainMs: number, onDrained: () => void): Promise<void> {
    if (this.#latest.size === 0) return
    const timers = [
      // Waits one more turn, because data that has arrived may not have been read yet.
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
    // The head has already told the client to keep the connection.
    if (!response.headersSent) return
    response.once('finish', () => {
      if (this.#latest.get(socket) === response) socket.destroy()
    })
  }

  /** Closes idle connections. One that has received bytes since closing began may have a request coming and stays. */
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

/** Makes Node.js send `Connection: close` and end the connection after the response (RFC 9112 §9.6). */
function endAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false
}
