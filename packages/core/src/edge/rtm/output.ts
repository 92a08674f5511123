import type { OutgoingFrame, RtmConnection } from '../../ports/rtm-connection.js'
import type { Settings } from '../../settings.js'
import type { FlowControl } from './request-intake.js'

type Outlet = Pick<RtmConnection, 'send' | 'canPause' | 'pause' | 'resume' | 'bufferedBytes' | 'flushedBytes'>

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

/** Sends frames on one connection, and notices a reader that does not keep up (decisions §10.4). */
export class RtmOutput implements FlowControl {
  readonly #connection: Outlet
  readonly #limits: Pick<Settings['rtm'], 'bufferedBytes' | 'stalledMs'>
  /** Long responses that are not sent completely, in order. */
  #longResponses: LongResponse[] | undefined
  #lastSample: Sample | undefined

  constructor(connection: Outlet, limits: Pick<Settings['rtm'], 'bufferedBytes' | 'stalledMs'>) {
    this.#connection = connection
    this.#limits = limits
  }

  /** Sends a push. Returns `false`, and sends nothing, when the reader is too slow. */
  push(frame: OutgoingFrame): boolean {
    // Only frames that are queued already decide, not this one.
    const burstBytes = this.#limits.bufferedBytes * burstFactor
    if (this.#connection.bufferedBytes > burstBytes && this.#unsentPushBytes() > burstBytes) return false
    this.#connection.send(frame)
    return true
  }

  /**
   * Sends a response. A requested response does not make its reader count as slow. `release` is called when the network
   * has taken it.
   */
  sendResponse(frame: OutgoingFrame, release?: () => void): void {
    if (release === undefined && frame.text.length < minLongResponseLength) this.#connection.send(frame)
    else this.sendResponses([frame], release)
  }

  /** Sends a response that consists of several frames. */
  sendResponses(frames: readonly OutgoingFrame[], release: (() => void) | undefined): void {
    const startsAt = this.#endsAt()
    for (const frame of frames) this.#connection.send(frame)
    this.#longResponses ??= []
    this.#longResponses.push({ startsAt, endsAt: this.#endsAt(), release })
  }

  get canPause(): boolean {
    return this.#connection.canPause
  }

  /** Stops reading from the peer. */
  pause(): void {
    this.#connection.pause()
  }

  resume(): void {
    this.#connection.resume()
  }

  /** Returns whether the peer does not take its responses, so that no further requests are read. */
  isBehind(): boolean {
    return this.#connection.bufferedBytes > this.#limits.bufferedBytes / burstFactor
  }

  /** Releases the budget of responses that were sent. Returns whether others are still being sent. */
  tick(): boolean {
    const responses = this.#longResponses
    if (responses === undefined) return false
    const { flushedBytes } = this.#connection
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

  /** Returns whether the reader is too slow. Called about once a second. */
  isSlow(now: number): boolean {
    if (this.#connection.bufferedBytes === 0) {
      this.#lastSample = undefined
      return false
    }
    const last = this.#lastSample
    const { flushedBytes } = this.#connection
    const isStalled = last !== undefined && flushedBytes <= last.flushedBytes
    const flushedAt = isStalled ? last.flushedAt : now
    const isOverLimit = this.#unsentPushBytes() > this.#limits.bufferedBytes
    this.#lastSample = { isOverLimit, flushedBytes, flushedAt }
    return (isOverLimit && last?.isOverLimit === true) || now - flushedAt >= this.#limits.stalledMs
  }

  /** Returns the number of unsent bytes if the peer has taken nothing since the last look, otherwise 0. */
  stalledBytes(now: number): number {
    return this.#lastSample !== undefined && now > this.#lastSample.flushedAt
      ? this.#connection.bufferedBytes
      : 0
  }

  /** Releases everything, because the connection has ended. */
  end(): void {
    const responses = this.#longResponses ?? []
    this.#longResponses = undefined
    for (const { release } of responses) release?.()
  }

  #endsAt(): number {
    return this.#connection.flushedBytes + this.#connection.bufferedBytes
  }

  #unsentPushBytes(): number {
    const { bufferedBytes, flushedBytes } = this.#connection
    let responseBytes = 0
    for (const { startsAt, endsAt } of this.#longResponses ?? []) {
      responseBytes += Math.max(0, endsAt - Math.max(startsAt, flushedBytes))
    }
    return bufferedBytes - responseBytes
  }
}
