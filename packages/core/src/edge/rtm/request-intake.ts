import { charge, type FullAt, isFull, type Rate, waitMs } from '../../domain/rate-limit.js'
import type { RtmMessage } from '../edge.js'

/** What is read, or not. */
export interface IntakePeer {
  /** Otherwise `pause` does nothing, and the peer is heard on. */
  readonly canPause: boolean
  pause(): void
  resume(): void
  /** It does not take what it is sent: it is not read on until it does. */
  isBehind(): boolean
}

/** The rate of messages, and how many requests may be under way. */
export interface IntakeBounds extends Rate {
  readonly inFlightCount: number
}

/** What came while the peer was not read. */
interface Held {
  readonly messages: RtmMessage[]
  /** Of the messages together. */
  length: number
  controlCount: number
  /** It was over its rate, or owed: it is read on when it may send again. */
  isRefused: boolean
}

/** The connection whose intake it is. */
export interface IntakeHost {
  /** Of the monotonic clock. */
  now(): number
  /** The peer owes for what it caused before: it is refused until that is paid. */
  owes(): boolean
  /** The message is too long for what its address has left before login: it is looked at when there is room. */
  mustWait(message: RtmMessage): boolean
  /** Does what a message asks for; must not reject. */
  perform(message: RtmMessage): Promise<void>
  /** Tells the peer that this was one too many, so many in a row; a control frame where there is no message. */
  refuse(message: RtmMessage | undefined, refusalCount: number): void
  /** More had come before reading stopped than any client sends. */
  giveUp(): void
  /** Calls {@link RequestIntake.tick} again and again, until it answers `false`. */
  watch(): void
}

/** Frames that were read together with the one at which reading stopped. */
const maxHeldCount = 1_000
/** Of a peer that cannot be paused so much may wait, and one message more: about what one read brings of another. */
const maxUnpausedCount = 100
const maxUnpausedLength = 65_536

/**
 * What a connection may ask for: so many requests under way, and so many messages a second (decisions §10.3, §16.20).
 * At either bound the peer is not read, and what had been read already waits here as if it had not been. One message
 * over the rate is refused; then there is no reading until there is a token again. Of a peer that cannot be paused so
 * much waits as would of another, and the rest is refused.
 */
export class RequestIntake {
  readonly #host: IntakeHost
  readonly #peer: IntakePeer
  #bounds: IntakeBounds
  #fullAt: FullAt = 0
  #runningCount = 0
  /** Since the peer was last quiet for long enough to fill its bucket. */
  #refusalCount = 0
  /** While the peer is not read. */
  #held: Held | undefined
  #isOver = false
  #idleListeners: (() => void)[] | undefined

  constructor(host: IntakeHost, peer: IntakePeer, bounds: IntakeBounds) {
    this.#host = host
    this.#peer = peer
    this.#bounds = bounds
  }

  /** The peer is not read. */
  get isHolding(): boolean {
    return this.#held !== undefined
  }

  /** Whether it is as good as a new one. */
  get isQuiet(): boolean {
    return this.#runningCount === 0 && this.#held === undefined && isFull(this.#fullAt, this.#host.now())
  }

  /** From now on the peer is somebody with other bounds. */
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

  /** A control frame, which cannot wait and is answered also while others do. `false`: it is one too many. */
  receiveControl(): boolean {
    if (this.#isOver) return false
    if (this.#takeToken()) return true
    if (this.#held === undefined) this.#refuse(undefined)
    else if (countOf(this.#held) > maxHeldCount) this.#host.giveUp()
    else this.#held.controlCount += 1
    return false
  }

  /** Reads on where nothing stands against it any more; whether it has to be looked at again. */
  tick(): boolean {
    if (this.#held !== undefined && !this.#isOver) this.#goOn(this.#held)
    return this.#held !== undefined && !this.#isOver
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#runningCount > 0) {
      await new Promise<void>((resolve) => {
        this.#idleListeners ??= []
        this.#idleListeners.push(resolve)
      })
    }
  }

  /** Nothing will be begun any more. */
  end(): void {
    this.#isOver = true
    this.#held = undefined
  }

  #take(message: RtmMessage): void {
    if (this.#peer.isBehind() || this.#host.mustWait(message)) {
      this.#hold(message, this.#stop())
    } else if (this.#host.owes() || !this.#takeToken()) {
      this.#refuse(message)
    } else {
      this.#runningCount += 1
      if (this.#runningCount === this.#bounds.inFlightCount) this.#stop()
      this.#host.perform(message).then(() => this.#ended())
    }
  }

  #takeToken(): boolean {
    const now = this.#host.now()
    if (this.#refusalCount > 0 && isFull(this.#fullAt, now)) this.#refusalCount = 0
    if (this.#waitMs() > 0) return false
    this.#fullAt = charge(this.#fullAt, 1, this.#bounds, now)
    return true
  }

  #waitMs(): number {
    return waitMs(this.#fullAt, this.#bounds, this.#host.now())
  }

  #refuse(message: RtmMessage | undefined): void {
    this.#refusalCount += 1
    this.#stop().isRefused = true
    this.#host.refuse(message, this.#refusalCount)
  }

  #hold(message: RtmMessage, held: Held): void {
    if (!this.#peer.canPause && !hasRoom(held)) {
      this.#refuse(message)
      return
    }
    held.messages.push(message)
    held.length += message.length
    if (countOf(held) > maxHeldCount) this.#host.giveUp()
  }

  #stop(): Held {
    if (this.#held !== undefined) return this.#held
    this.#held = { messages: [], length: 0, controlCount: 0, isRefused: false }
    this.#peer.pause()
    this.#host.watch()
    return this.#held
  }

  #goOn({ messages, isRefused }: Held): void {
    if (this.#runningCount >= this.#bounds.inFlightCount || this.#peer.isBehind()) return
    if (isRefused && (this.#host.owes() || this.#waitMs() > 0)) return
    if (messages[0] !== undefined && this.#host.mustWait(messages[0])) return
    this.#held = undefined
    for (const message of messages) this.receive(message)
    if (this.#held === undefined) this.#peer.resume()
  }

  #ended(): void {
    this.#runningCount -= 1
    this.tick()
    if (this.#runningCount > 0) return
    const idleListeners = this.#idleListeners ?? []
    this.#idleListeners = undefined
    for (const resolve of idleListeners) resolve()
  }
}

function countOf({ messages, controlCount }: Held): number {
  return messages.length + controlCount
}

function hasRoom({ messages, length }: Held): boolean {
  return messages.length < maxUnpausedCount && length < maxUnpausedLength
}
