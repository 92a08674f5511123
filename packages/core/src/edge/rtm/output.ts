import type { OutgoingFrame, RtmConnection } from '../../ports/rtm-connection.js'
import type { Settings } from '../../settings.js'

type Socket = Pick<RtmConnection, 'send' | 'bufferedBytes' | 'flushedBytes'>

/** Position of a response in the byte stream of the connection. */
interface LongResponse {
  readonly startsAt: number
  readonly endsAt: number
  readonly release: (() => void) | undefined
}

/** Findings of one look at a connection with unsent data. */
interface Sample {
  readonly isOverLimit: boolean
  readonly flushedBytes: number
  /** Time since which `flushedBytes` has not changed. */
  readonly flushedAt: number
}

/** Shorter responses count like pushes. */
const minLongResponseLength = 32_768

/**
 * Factor by which a burst may exceed the limit of unsent bytes for about a second, from one look to the next. Other
 * users may cause such a burst, so the reader is not to blame.
 */
const burstFactor = 8

/**
 * The sending half of a connection. Sends frames, and notices a reader that does not keep up (decisions §10.4). It is a
 * base class, because a separate object would cost memory in each connection.
 */
export abstract class Output<S extends Socket = Socket> {
  protected readonly socket: S
  /** Long responses that are not sent completely, in order. */
  #longResponses: LongResponse[] | undefined
  #lastSample: Sample | undefined

  constructor(socket: S) {
    this.socket = socket
  }

  /** Sends a push. A reader that is too slow gets nothing further, and its connection is closed. */
  push(frame: OutgoingFrame): void {
    if (this.keepsUp()) this.socket.send(frame)
  }

  /**
   * Returns whether the peer may be sent a frame that it did not wait for, such as a push or a pong. Closes the
   * connection of a reader that is too slow. Only frames that are queued already decide.
   */
  keepsUp(): boolean {
    if (this.isClosed) return false
    const { socket } = this
    const burstBytes = this.limits.bufferedBytes * burstFactor
    const isTooSlow =
      socket.bufferedBytes > burstBytes && unsentPushBytes(socket, this.#longResponses) > burstBytes
    if (isTooSlow) this.closeAsSlow()
    return !isTooSlow
  }

  /**
   * Sends a response. A requested response does not make its reader count as slow. `release` is called when the network
   * has taken it, or when it never will.
   */
  sendResponse(frame: OutgoingFrame, release?: () => void): void {
    const isShort = release === undefined && frame.text.length < minLongResponseLength
    if (!isShort) this.sendResponses([frame], release)
    else if (!this.isClosed) this.socket.send(frame)
  }

  /** Sends a response that consists of several frames. */
  sendResponses(frames: readonly OutgoingFrame[], release: (() => void) | undefined): void {
    if (this.isClosed) {
      release?.()
      return
    }
    const { socket } = this
    const startsAt = endOf(socket)
    for (const frame of frames) socket.send(frame)
    this.#longResponses ??= []
    this.#longResponses.push({ startsAt, endsAt: endOf(socket), release })
    this.watch()
  }

  /** Returns whether the peer does not take its responses, so that no further requests are read. */
  isBehind(): boolean {
    return this.socket.bufferedBytes > this.limits.bufferedBytes / burstFactor
  }

  /** Returns whether the connection has ended or is being closed, so that nothing may be sent. */
  abstract get isClosed(): boolean

  /** Closes the connection, because its peer does not read what it is sent (decisions §10.4). */
  abstract closeAsSlow(): void

  /** Makes the node call {@link releaseSent} repeatedly, until it returns `false`. */
  abstract watch(): void

  protected abstract readonly limits: Pick<Settings['rtm'], 'bufferedBytes' | 'stalledMs'>

  /** Releases the budget of responses that were sent. Returns whether others are still being sent. */
  releaseSent(): boolean {
    const responses = this.#longResponses
    if (responses === undefined) return false
    const { flushedBytes } = this.socket
    for (
      let first = responses[0];
      first !== undefined && first.endsAt <= flushedBytes;
      first = responses[0]
    ) {
      responses.shift()
      first.release?.()
    }
    if (responses.length === 0) this.#longResponses = undefined
    return responses.length > 0
  }

  /** Releases the budget of all responses, because the connection has ended. */
  releaseAll(): void {
    const responses = this.#longResponses ?? []
    this.#longResponses = undefined
    for (const { release } of responses) release?.()
  }

  /** Returns whether the reader is too slow. Called about once a second. */
  isSlow(now: number): boolean {
    const { bufferedBytes, flushedBytes } = this.socket
    if (bufferedBytes === 0) {
      this.#lastSample = undefined
      return false
    }
    const last = this.#lastSample
    const isStalled = last !== undefined && flushedBytes <= last.flushedBytes
    const flushedAt = isStalled ? last.flushedAt : now
    const isOverLimit = unsentPushBytes(this.socket, this.#longResponses) > this.limits.bufferedBytes
    this.#lastSample = { isOverLimit, flushedBytes, flushedAt }
    return (isOverLimit && last?.isOverLimit === true) || now - flushedAt >= this.limits.stalledMs
  }

  /** Returns the number of unsent bytes if the peer has taken nothing since the last look, otherwise 0. */
  unflushedBytes(now: number): number {
    return this.#lastSample !== undefined && now > this.#lastSample.flushedAt ? this.socket.bufferedBytes : 0
  }
}

function endOf({ flushedBytes, bufferedBytes }: Socket): number {
  return flushedBytes + bufferedBytes
}

function unsentPushBytes(
  { bufferedBytes, flushedBytes }: Socket,
  responses: readonly LongResponse[] = [],
): number {
  let responseBytes = 0
  for (const { startsAt, endsAt } of responses) {
    responseBytes += Math.max(0, endsAt - Math.max(startsAt, flushedBytes))
  }
  return bufferedBytes - responseBytes
}
