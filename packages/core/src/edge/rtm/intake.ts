import { charge, type FullAt, isFull, type Rate, waitMs } from '../../domain/rate-limit.js'
import type { RtmMessage } from '../edge.js'

/** Rate limit of messages, and maximum number of concurrent requests. */
export interface IntakeBounds extends Rate {
  readonly inFlightCount: number
}

/** Messages that arrived while reading was stopped. */
interface HeldMessages {
  readonly messages: RtmMessage[]
  /** Total length of the messages. */
  length: number
  controlCount: number
  /** Whether the peer exceeded its rate limit or owed a charge. Reading resumes when it may send again. */
  isRefused: boolean
}

/** The connection that an intake belongs to. */
export interface IntakeConnection {
  /** Whether reading can be paused. If not, `pause` does nothing and messages keep arriving. */
  readonly canPause: boolean
  pause(): void
  resume(): void
  /** Current time of the monotonic clock. */
  now(): number
  /** Returns whether the peer does not take what it is sent. Its messages are not read until it does. */
  isBehind(): boolean
  /** Returns whether the caller still has to wait for earlier charges. Its messages are refused meanwhile. */
  isThrottled(): boolean
  /**
   * Returns whether the message is too long for the current budget of its address before login. It waits until the
   * budget allows it.
   */
  mustWait(message: RtmMessage): boolean
  /** Handles a message. Calls {@link Intake.ended} when it is done, however it ends. */
  perform(message: RtmMessage, intake: Intake): void
  /**
   * Tells the peer that a message was refused. `refusalCount` is the number of refusals in a row; the message is
   * `undefined` for a control frame.
   */
  refuse(message: RtmMessage | undefined, refusalCount: number): void
  /** Ends the connection, because more messages arrived than any proper client sends. */
  giveUp(): void
  /** Makes the node call {@link Intake.tick} repeatedly, until it returns `false`. */
  watch(): void
}

/** Maximum number of frames that may be held because they were read together with the one at which reading stopped. */
const maxHeldCount = 1_000
/**
 * Maximum number and total length of the messages that are held for a peer that cannot be paused, plus one message:
 * about as much as one read brings from another peer.
 */
const maxUnpausedCount = 100
const maxUnpausedLength = 65_536

/**
 * Limits what a connection may ask for: the number of concurrent requests, and the rate of messages (decisions §10.3,
 * §16.20). At either limit it stops reading from the peer, and holds messages that were already read. One message over
 * the rate is refused; then reading stops until a token is available. For a peer that cannot be paused, it holds about
 * as much as for any other peer and refuses the rest.
 */
export class Intake {
  readonly #connection: IntakeConnection
  #bounds: IntakeBounds
  #fullAt: FullAt = 0
  #runningCount = 0
  /** Refusals since the bucket of the peer was last full. */
  #refusalCount = 0
  /** Set while reading is stopped. */
  #held: HeldMessages | undefined
  #isOver = false
  #idleListeners: (() => void)[] | undefined

  constructor(connection: IntakeConnection, bounds: IntakeBounds) {
    this.#connection = connection
    this.#bounds = bounds
  }

  /** Whether reading from the peer is stopped. */
  get isHolding(): boolean {
    return this.#held !== undefined
  }

  /** Whether the intake is in the same state as a new one. */
  get isQuiet(): boolean {
    return (
      this.#runningCount === 0 && this.#held === undefined && isFull(this.#fullAt, this.#connection.now())
    )
  }

  /** Applies other limits, because another user is logged in now. */
  changeBounds(bounds: IntakeBounds): void {
    this.#bounds = bounds
    this.#fullAt = 0
    this.#refusalCount = 0
  }

  receive(message: RtmMessage): void {
    if (this.#isOver) return
    if (this.#held === undefined) this.#take(message)
    else this.#hold(message, this.#held)
  }

  /** Counts a control frame, which cannot wait. Returns `false` when it exceeds the rate. */
  receiveControl(): boolean {
    if (this.#isOver) return false
    if (this.#takeToken()) return true
    if (this.#held === undefined) this.#refuse(undefined)
    else if (countOf(this.#held) > maxHeldCount) this.#connection.giveUp()
    else this.#held.controlCount += 1
    return false
  }

  /** Resumes reading if nothing prevents it. Returns whether `tick` has to be called again. */
  tick(): boolean {
    if (this.#held !== undefined && !this.#isOver) this.#resume(this.#held)
    return this.#held !== undefined && !this.#isOver
  }

  /** Reports that a message was handled. */
  ended(): void {
    this.#runningCount -= 1
    this.tick()
    if (this.#runningCount > 0) return
    const idleListeners = this.#idleListeners ?? []
    this.#idleListeners = undefined
    for (const resolve of idleListeners) resolve()
  }

  /** Resolves when no request is running. */
  async idle(): Promise<void> {
    while (this.#runningCount > 0) {
      await new Promise<void>((resolve) => {
        this.#idleListeners ??= []
        this.#idleListeners.push(resolve)
      })
    }
  }

  /** Starts no further requests. */
  end(): void {
    this.#isOver = true
    this.#held = undefined
  }

  #take(message: RtmMessage): void {
    if (this.#connection.isBehind() || this.#connection.mustWait(message)) {
      this.#hold(message, this.#stop())
    } else if (this.#connection.isThrottled() || !this.#takeToken()) {
      this.#refuse(message)
    } else {
      this.#runningCount += 1
      if (this.#runningCount === this.#bounds.inFlightCount) this.#stop()
      this.#connection.perform(message, this)
    }
  }

  #takeToken(): boolean {
    const now = this.#connection.now()
    if (this.#refusalCount > 0 && isFull(this.#fullAt, now)) this.#refusalCount = 0
    if (this.#waitMs() > 0) return false
    this.#fullAt = charge(this.#fullAt, 1, this.#bounds, now)
    return true
  }

  #waitMs(): number {
    return waitMs(this.#fullAt, this.#bounds, this.#connection.now())
  }

  #refuse(message: RtmMessage | undefined): void {
    this.#refusalCount += 1
    this.#stop().isRefused = true
    this.#connection.refuse(message, this.#refusalCount)
  }

  #hold(message: RtmMessage, held: HeldMessages): void {
    if (!this.#connection.canPause && !mayHold(held)) {
      this.#refuse(message)
      return
    }
    held.messages.push(message)
    held.length += message.length
    if (countOf(held) > maxHeldCount) this.#connection.giveUp()
  }

  #stop(): HeldMessages {
    if (this.#held !== undefined) return this.#held
    this.#held = { messages: [], length: 0, controlCount: 0, isRefused: false }
    this.#connection.pause()
    this.#connection.watch()
    return this.#held
  }

  #resume({ messages, isRefused }: HeldMessages): void {
    if (this.#runningCount >= this.#bounds.inFlightCount || this.#connection.isBehind()) return
    if (isRefused && (this.#connection.isThrottled() || this.#waitMs() > 0)) return
    if (messages[0] !== undefined && this.#connection.mustWait(messages[0])) return
    this.#held = undefined
    for (const message of messages) this.receive(message)
    if (this.#held === undefined) this.#connection.resume()
  }
}

function countOf({ messages, controlCount }: HeldMessages): number {
  return messages.length + controlCount
}

function mayHold({ messages, length }: HeldMessages): boolean {
  return messages.length < maxUnpausedCount && length < maxUnpausedLength
}
