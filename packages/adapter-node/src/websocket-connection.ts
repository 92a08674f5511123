import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { OutgoingFrame, RtmConnection, RtmSession } from '@parley/core/adapter'
import type { TurnFlush } from './flush.js'
import { encodeCloseReason, encodePong, webSocketFormat } from './frame.js'
import { FrameGuard } from './frame-guard.js'
import { FrameWriter } from './frame-writer.js'
import { SessionWebSocket, type WebSocketListener } from './session-websocket.js'

/** Close code for a frame that is too large (RFC 6455 §7.4.1). */
const MESSAGE_TOO_BIG = 1009

/** State that all connections of an engine share. */
export interface SharedByConnections {
  readonly flush: TurnFlush
  /** Size of the largest frame that `ws` allows, in bytes. */
  readonly maxFrameBytes: number
}

/**
 * An RTM connection over a websocket without extensions. Text frames bypass `ws`: they are encoded once for all
 * receivers and go straight to the socket. So do pongs, which must not end up inside a text frame. `ws` itself writes
 * only close frames, after everything that was queued.
 */
export class WebSocketConnection extends FrameWriter implements RtmConnection, WebSocketListener {
  readonly #websocket: SessionWebSocket
  readonly #maxFrameBytes: number
  /** Guard that applies while the limit is lower than that of `ws`. */
  #guard: FrameGuard | undefined
  #session: RtmSession | undefined
  /** Whether the engine has closed or terminated the connection. Later messages of the peer are ignored. */
  #isEnded = false

  constructor(websocket: SessionWebSocket, socket: Duplex, shared: SharedByConnections) {
    super(socket, shared.flush)
    this.#websocket = websocket
    this.#maxFrameBytes = shared.maxFrameBytes
  }

  /** Opens the session with this connection and passes it what arrives. */
  serve(open: (connection: RtmConnection) => RtmSession): void {
    this.#websocket.connection = this
    this.#session = open(this)
  }

  /** Receives a message in the form in which `ws` emits it. */
  receive(data: unknown, isBinary: unknown): void {
    if (this.#isEnded) return
    // Text always arrives as a Buffer. `ws` emits other types only when its `binaryType` is changed.
    if (isBinary === true || !Buffer.isBuffer(data)) this.#session?.receiveBinary()
    else if (this.#guard?.admits(data.length) === false) this.#refuseFrame()
    else this.#session?.receive(data.toString())
  }

  receivePing(payload: Uint8Array): void {
    if (!this.#isEnded && this.#session?.receivePing() === true) this.queue(encodePong(payload))
  }

  receivePong(): void {
    if (!this.#isEnded) this.#session?.receivePong()
  }

  closed(): void {
    this.#guard?.end()
    this.#session?.closed()
  }

  get remoteAddress(): string | null {
    return this.socket instanceof Socket ? (this.socket.remoteAddress ?? null) : null
  }

  send(frame: OutgoingFrame): void {
    if (this.isWritable) this.queue(frame.bytesIn(webSocketFormat))
  }

  limitFrames(maxBytes: number): void {
    if (this.#isEnded) return
    this.#guard?.end()
    this.#guard =
      maxBytes < this.#maxFrameBytes
        ? new FrameGuard(this.socket, maxBytes, () => this.#refuseFrame())
        : undefined
  }

  close(code: number, reason: string): void {
    if (this.#isEnded) return
    this.#end()
    try {
      this.#websocket.close(code, encodeCloseReason(reason))
    } catch {
      // `ws` throws for codes that may not be sent (RFC 6455 §7.4.1). The connection must end all the same.
      this.#websocket.terminate()
      return
    }
    // A paused socket would never read the peer's close frame.
    this.#websocket.resume()
  }

  terminate(): void {
    this.#end()
    this.#websocket.terminate()
  }

  get canPause(): boolean {
    return true
  }

  /** Pauses reading. What was read together with the current frame, at most 64 KiB, is still received. */
  pause(): void {
    if (!this.#isEnded) this.#websocket.pause()
  }

  resume(): void {
    if (!this.#isEnded) this.#websocket.resume()
  }

  /**
   * Whether data frames may be written. None may follow a close frame (RFC 6455 §5.5.1), whichever side began to close.
   */
  protected get isWritable(): boolean {
    return this.#websocket.readyState === SessionWebSocket.OPEN
  }

  #refuseFrame(): void {
    this.close(MESSAGE_TOO_BIG, 'frame too large')
  }

  #end(): void {
    this.#isEnded = true
    this.#guard?.end()
    this.#guard = undefined
  }
}
