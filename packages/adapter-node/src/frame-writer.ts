import type { Duplex } from 'node:stream'
import { Backlog, canWriteDirectly } from './backlog.js'
import type { Batch } from './batch.js'
import type { Flushable, TurnFlush } from './flush.js'

/**
 * Writes frames to a socket: those of one turn of the event loop together, and in slices when the peer does not keep
 * up. It is a base class, because a separate object would cost memory in each connection.
 */
export abstract class FrameWriter implements Flushable {
  protected readonly socket: Duplex
  readonly #flush: TurnFlush
  #sentBytes = 0
  /** Bytes that a slow peer has not taken. `undefined` when the peer keeps up. */
  #backlog: Backlog | undefined
  /** Frames of this turn of the event loop. */
  #batch: Batch | undefined

  constructor(socket: Duplex, flush: TurnFlush) {
    this.socket = socket
    this.#flush = flush
  }

  get bufferedBytes(): number {
    return this.#unflushedBytes + (this.#batch?.byteLength ?? 0)
  }

  get flushedBytes(): number {
    return this.#sentBytes - this.#unflushedBytes
  }

  flush(): void {
    const batch = this.#batch
    if (batch === undefined) return
    this.#batch = undefined
    // The peer may have gone in the meantime.
    if (this.isWritable) this.#write(batch.bytes)
  }

  /** Hands everything that is queued to the socket, before another writer sends a frame. */
  flushAll(): void {
    this.flush()
    this.#backlog?.writeAll()
  }

  /** Whether data frames may be written. */
  protected abstract get isWritable(): boolean

  /** Queues a complete frame, which may be shared with other connections. */
  protected queue(frame: Uint8Array): void {
    if (this.isWritable) this.#batch = (this.#batch ?? this.#flush.begin(this)).with(frame)
  }

  /** Number of bytes that this connection has sent and the operating system has not taken yet. */
  get #unflushedBytes(): number {
    return this.socket.writableLength + (this.#backlog?.byteLength ?? 0)
  }

  #write(bytes: Uint8Array): void {
    this.#sentBytes += bytes.length
    if (this.#backlog !== undefined) this.#backlog.push(bytes)
    else if (canWriteDirectly(this.socket, bytes)) this.socket.write(bytes)
    else this.#backlog = new Backlog(this.socket, bytes, () => this.#forgetBacklog())
  }

  #forgetBacklog(): void {
    this.#backlog = undefined
  }
}
