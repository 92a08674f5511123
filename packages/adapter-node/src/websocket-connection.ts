import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RtmSession } from '@parley/core'
import type { OutgoingFrame, RtmConnection } from '@parley/core/ports'
import { Backlog, takesAtOnce } from './backlog.js'
import type { Batch } from './batch.js'
import type { Flushable, TurnFlush } from './flush.js'
import { encodeCloseReason, webSocketFormat } from './frame.js'
import { FrameGuard } from './frame-guard.js'
import { SessionWebSocket, type WebSocketListener } from './session-websocket.js'

/** RFC 6455 §7.4.1. */
const MESSAGE_TOO_BIG = 1009

/** What all connections of an engine have in common. */
export interface SharedByConnections {
  readonly flush: TurnFlush
  /** Largest frame that `ws` lets through. */
  readonly maxFrameBytes: number
}

/**
 * An RTM connection over a websocket without extensions. Text frames bypass `ws`: they are encoded once for all
 * receivers and go straight to the socket. Order is kept, because `ws` writes its own control frames to the same
 * socket synchronously as long as no extension compresses.
 */
export class WebSocketConnection implements RtmConnection, Flushable, WebSocketListener {
  readonly #websocket: SessionWebSocket
  readonly #socket: Duplex
  readonly #shared: SharedByConnections
  #sentBytes = 0
  /** Of a peer that does not keep up. */
  #backlog: Backlog | undefined
  /** What this turn of the event loop has for the socket. */
  #batch: Batch | undefined
  /** While smaller frames are allowed than `ws` lets through. */
  #guard: FrameGuard | undefined
  #session: RtmSession | undefined
  /** What the peer sends after the engine closed or terminated the connection has no reader. */
  #isEnded = false

  constructor(websocket: SessionWebSocket, socket: Duplex, shared: SharedByConnections) {
    this.#websocket = websocket
    this.#socket = socket
    this.#shared = shared
  }

  /** Opens the session with this connection, and lets it hear what comes. */
  serve(open: (connection: RtmConnection) => RtmSession): void {
    this.#websocket.connection = this
    this.#session = open(this)
  }

  /** A message, as `ws` tells it. */
  receive(data: unknown, isBinary: unknown): void {
    if (this.#isEnded) return
    // Text always comes as a Buffer: `ws` hands out other types only when its `binaryType` is changed.
    if (isBinary === true || !Buffer.isBuffer(data)) this.#session?.receiveBinary()
    else if (this.#guard?.admits(data.length) === false) this.#refuseFrame()
    else this.#session?.receive(data.toString())
  }

  /** Whether to answer it. */
  receivePing(): boolean {
    return !this.#isEnded && this.#session?.receivePing() === true
  }

  receivePong(): void {
    if (!this.#isEnded) this.#session?.receivePong()
  }

  closed(): void {
    this.#guard?.end()
    this.#session?.closed()
  }

  get bufferedBytes(): number {
    return this.#untakenBytes + (this.#batch?.byteLength ?? 0)
  }

  get takenBytes(): number {
    return this.#sentBytes - this.#untakenBytes
  }

  get remoteAddress(): string | null {
    return this.#socket instanceof Socket ? (this.#socket.remoteAddress ?? null) : null
  }

  send(frame: OutgoingFrame): void {
    // No data frame may follow a close frame (RFC 6455 §5.5.1), whichever side began to close.
    if (this.#websocket.readyState !== SessionWebSocket.OPEN) return
    const bytes = frame.bytesIn(webSocketFormat)
    this.#batch = (this.#batch ?? this.#shared.flush.begin(this)).with(bytes)
  }

  flush(): void {
    const batch = this.#batch
    if (batch === undefined) return
    this.#batch = undefined
    // Unless the peer is gone meanwhile.
    if (this.#websocket.readyState === SessionWebSocket.OPEN) this.#write(batch.bytes)
  }

  /** Hands all that is queued to the socket: a close frame comes next. */
  flushAll(): void {
    this.flush()
    this.#backlog?.writeAll()
  }

  limitFrames(maxBytes: number): void {
    if (this.#isEnded) return
    this.#guard?.end()
    this.#guard =
      maxBytes < this.#shared.maxFrameBytes
        ? new FrameGuard(this.#socket, maxBytes, () => this.#refuseFrame())
        : undefined
  }

  close(code: number, reason: string): void {
    if (this.#isEnded) return
    this.#end()
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
    this.#end()
    this.#websocket.terminate()
  }

  get canPause(): boolean {
    return true
  }

  /** What was read from the socket together with the current frame (at most 64 KiB) is still heard. */
  pause(): void {
    if (!this.#isEnded) this.#websocket.pause()
  }

  resume(): void {
    if (!this.#isEnded) this.#websocket.resume()
  }

  /** What left this connection, and the operating system has not taken yet. */
  get #untakenBytes(): number {
    return this.#socket.writableLength + (this.#backlog?.byteLength ?? 0)
  }

  #write(bytes: Uint8Array): void {
    this.#sentBytes += bytes.length
    if (this.#backlog !== undefined) this.#backlog.push(bytes)
    else if (takesAtOnce(this.#socket, bytes)) this.#socket.write(bytes)
    else this.#backlog = new Backlog(this.#socket, bytes, () => this.#forgetBacklog())
  }

  #forgetBacklog(): void {
    this.#backlog = undefined
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
