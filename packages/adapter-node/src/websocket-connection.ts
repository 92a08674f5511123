import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { OutgoingFrame, RtmConnection, RtmSession } from '@parley/core'
import type { RawData } from 'ws'
import type { Batch } from './batch.js'
import type { Flushable, TurnFlush } from './flush.js'
import { encodeCloseReason, encodeTextFrame } from './frame.js'
import { listen, SessionWebSocket } from './session-websocket.js'

/**
 * An RTM connection over a websocket without extensions. Text frames bypass `ws`: they are encoded once for all
 * receivers and go straight to the socket. Order is kept, because `ws` writes its own control frames to the same
 * socket synchronously as long as no extension compresses.
 */
export class WebSocketConnection implements RtmConnection, Flushable {
  readonly #websocket: SessionWebSocket
  readonly #socket: Duplex
  readonly #flush: TurnFlush
  /** What this turn of the event loop has for the socket. */
  #batch: Batch | undefined
  #session: RtmSession | undefined
  /** What the peer sends after the engine closed or terminated the connection has no reader. */
  #isEnded = false

  constructor(websocket: SessionWebSocket, socket: Duplex, flush: TurnFlush) {
    this.#websocket = websocket
    this.#socket = socket
    this.#flush = flush
  }

  /** Opens the session with this connection, and lets it hear what comes. */
  serve(open: (connection: RtmConnection) => RtmSession): void {
    this.#websocket.connection = this
    listen(this.#websocket)
    this.#session = open(this)
  }

  receive(data: RawData, isBinary: boolean): void {
    if (this.#isEnded) return
    // Text always comes as a Buffer: `ws` hands out other types only when its `binaryType` is changed.
    if (isBinary || !Buffer.isBuffer(data)) this.#session?.receiveBinary()
    else this.#session?.receive(data.toString())
  }

  receivePing(): void {
    if (!this.#isEnded) this.#session?.receivePing()
  }

  closed(): void {
    this.#session?.closed()
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength + (this.#batch?.byteLength ?? 0)
  }

  get remoteAddress(): string | null {
    return this.#socket instanceof Socket ? (this.#socket.remoteAddress ?? null) : null
  }

  send(frame: OutgoingFrame): void {
    // No data frame may follow a close frame (RFC 6455 §5.5.1), whichever side began to close.
    if (this.#websocket.readyState !== SessionWebSocket.OPEN) return
    frame.encoded ??= encodeTextFrame(frame.text)
    this.#batch = (this.#batch ?? this.#flush.begin(this)).with(frame.encoded)
  }

  flush(): void {
    const batch = this.#batch
    if (batch === undefined) return
    this.#batch = undefined
    // Unless the peer is gone meanwhile.
    if (this.#websocket.readyState === SessionWebSocket.OPEN) this.#socket.write(batch.bytes)
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
