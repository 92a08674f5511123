import { type Rate, TokenBucket } from '../domain/rate-limit.js'

/** What is read, or not. */
export interface IntakePeer {
  pause(): void
  resume(): void
  /** It does not take what it is sent: it is not read on until it does. */
  isBehind(): boolean
}

/** The connection whose intake it is. */
export interface IntakeHost {
  /** Of the monotonic clock. */
  now(): number
  /** The peer owes for what it caused before: it is refused until that is paid. */
  owes(): boolean
  /** Does what a frame asks for; must not reject. */
  perform(text: string): Promise<void>
  /** Tells the peer that one was too many, which nobody looked at. */
  refuse(): void
  /** More had come before reading stopped than any client sends. */
  giveUp(): void
  /** Calls {@link RequestIntake.tick} again and again, until it answers `false`. */
  watch(): void
}

/** Frames that were read together with the one at which reading stopped. */
const maxHeldCount = 1_000

/**
 * What a connection may ask for: so many requests under way, and so many messages a second (decisions §10.3, §16.20).
 * At either bound the peer is not read, and what had been read already waits here as if it had not been. One message
 * over the rate is refused; then there is no reading until there is a token again.
 */
export class RequestIntake {
  readonly #host: IntakeHost
  readonly #peer: IntakePeer
  readonly #maxRunning: number
  #rate: Rate
  #bucket: TokenBucket
  #runningCount = 0
  #refusalCount = 0
  /** While the peer is not read. Most connections are always read, so there is no list until then. */
  #held: string[] | undefined
  #heldControlCount = 0
  #isOver = false
  #idleListeners: (() => void)[] | undefined

  constructor(host: IntakeHost, peer: IntakePeer, maxRunning: number, rate: Rate) {
    this.#host = host
    this.#peer = peer
    this.#maxRunning = maxRunning
    this.#rate = rate
    this.#bucket = new TokenBucket(rate, host.now())
  }

  /** Refusals since the peer was last quiet for long enough to fill its bucket. */
  get refusalCount(): number {
    return this.#refusalCount
  }

  /** From now on the peer is somebody with another rate. */
  changeRate(rate: Rate): void {
    this.#rate = rate
    this.#bucket = new TokenBucket(rate, this.#host.now())
    this.#refusalCount = 0
  }

  receive(text: string): void {
    if (this.#isOver) return
    if (this.#held === undefined) this.#take(text)
    else this.#hold(text, this.#held)
  }

  /** A control frame, which cannot wait. `false`: it is one too many. */
  receiveControl(): boolean {
    if (this.#isOver) return false
    if (this.#held === undefined && this.#takeToken()) return true
    this.#heldControlCount += 1
    if (this.#held === undefined) this.#refuse()
    else if (this.#held.length + this.#heldControlCount > maxHeldCount) this.#host.giveUp()
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

  #take(text: string): void {
    if (this.#peer.isBehind()) {
      this.#hold(text, this.#stop())
    } else if (this.#host.owes() || !this.#takeToken()) {
      this.#refuse()
      this.#host.refuse()
    } else {
      this.#runningCount += 1
      if (this.#runningCount === this.#maxRunning) this.#stop()
      this.#host.perform(text).then(() => this.#ended())
    }
  }

  #takeToken(): boolean {
    const now = this.#host.now()
    if (this.#refusalCount > 0 && this.#bucket.isFull(this.#rate, now)) this.#refusalCount = 0
    return this.#bucket.take(this.#rate, now)
  }

  #refuse(): void {
    this.#refusalCount += 1
    this.#stop()
  }

  #hold(text: string, held: string[]): void {
    if (held.push(text) + this.#heldControlCount > maxHeldCount) this.#host.giveUp()
  }

  #stop(): string[] {
    if (this.#held !== undefined) return this.#held
    this.#held = []
    this.#peer.pause()
    this.#host.watch()
    return this.#held
  }

  #goOn(held: readonly string[]): void {
    if (this.#runningCount >= this.#maxRunning || this.#peer.isBehind() || this.#host.owes()) return
    if (this.#bucket.waitMs(this.#rate, this.#host.now()) > 0) return
    this.#held = undefined
    this.#heldControlCount = 0
    for (const text of held) this.receive(text)
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
