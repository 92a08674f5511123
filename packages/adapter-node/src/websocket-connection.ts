import type { Duplex } from 'node:stream'
import type { OutgoingFrame, RtmConnection } from '@parley/core'
import { WebSocket } from 'ws'
import type { TurnFlush } from './flush.js'
import { encodeCloseReason, encodeTextFrame } from './frame.js'

/**
 * An RTM connection over a websocket without extensions. Text frames bypass `ws`: they are encoded once for all
 * receivers and go straight to the socket. Order is kept, because `ws` writes its own control frames to the same
 * socket synchronously as long as no extension compresses.
 */
export class WebSocketConnection implements RtmConnection {
  readonly #websocket: WebSocket
  readonly #socket: Duplex
  readonly #flush: TurnFlush
  #isEnded = false

  constructor(websocket: WebSocket, socket: Duplex, flush: TurnFlush) {
    this.#websocket = websocket
    this.#socket = socket
    this.#flush = flush
  }

  /** Whether the engine closed or terminated the connection; what the peer still sends then has no reader. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength
  }

  send(frame: OutgoingFrame): void {
    // No data frame may follow a close frame (RFC 6455 §5.5.1), whichever side began to close.
    if (this.#websocket.readyState !== WebSocket.OPEN) return
    frame.encoded ??= encodeTextFrame(frame.text)
    this.#flush.cork(this.#socket)
    this.#socket.write(frame.encoded)
  }

  close(code: number, reason: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    try {
      this.#websocket.close(code, encodeCloseReason(reason))
    } catch {
      // `ws` refuses codes that may not be sent (RFC 6455 §7.4.1); the connection must end all the same.
      this.#websocket.terminate()
      return
    }
    this.#socket.uncork()
    // A paused socket would never read the peer's close frame.
    this.#websocket.resume()
  }

  terminate(): void {
    this.#isEnded = true
    this.#websocket.terminate()
  }

  /** Frames that were read from the socket together with the current one (at most 64 KiB) are still heard. */
  pause(): void {
    if (!this.#isEnded) this.#websocket.pause()
  }

  resume(): void {
    if (!this.#isEnded) this.#websocket.resume()
  }
}
