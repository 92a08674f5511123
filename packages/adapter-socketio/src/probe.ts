import { FrameGuard, type WebSocketListener } from '@parley/adapter-node/sockets'
import type { SocketTransport } from './socket-transport.js'

/** `2probe` and `5` are all that an honest client sends. */
const maxMessages = 4
const maxMessageBytes = 64

/** A websocket that a client tries beside its polling; what is more than that it ends. */
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
    if (isFitting && this.#count <= maxMessages) this.#transport.hear(data.toString())
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
    this.#transport.lose()
  }

  flushAll(): void {}

  /** The websocket has another listener from now on. */
  release(): void {
    this.#guard.end()
  }

  #end(): void {
    this.release()
    this.#transport.websocket.terminate()
  }
}
