import { FrameGuard, type WebSocketListener } from '@parley/adapter-node/sockets'
import type { SocketTransport } from './socket-transport.js'

/** Maximum number of messages. An honest client sends only `2probe` and `5`. */
const maxMessages = 4
const maxMessageBytes = 64

/** A websocket that a client tries while it is polling. It is closed when it sends more than the probe needs. */
export class Probe implements WebSocketListener {
  readonly #transport: SocketTransport
  readonly #guard: FrameGuard
  #count = 0

  constructor(transport: SocketTransport) {
    this.#transport = transport
    this.#guard = new FrameGuard(transport.duplex, maxMessageBytes, () => this.#end())
    transport.websocket.connection = this
  }

  receive(data: unknown, isBinary: unknown): void {
    this.#count += 1
    const isFitting = Buffer.isBuffer(data) && isBinary !== true && this.#guard.admits(data.length)
    if (isFitting && this.#count <= maxMessages) this.#transport.receive(data.toString())
    else this.#end()
  }

  receivePing(): void {
    this.#end()
  }

  receivePong(): void {
    this.#end()
  }

  closed(): void {
    this.release()
    this.#transport.handleClose()
  }

  flushAll(): void {}

  /** Ends the probe. Another listener takes over the websocket. */
  release(): void {
    this.#guard.end()
  }

  #end(): void {
    this.release()
    this.#transport.websocket.terminate()
  }
}
