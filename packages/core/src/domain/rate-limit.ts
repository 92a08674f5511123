export interface Rate {
  readonly perSecond: number
  /** Tokens of a full bucket. */
  readonly burst: number
}

/** A token bucket that needs no timer: it refills by the time that passed. Instants are of the monotonic clock. */
export class TokenBucket {
  #tokens: number
  #at: number

  constructor(rate: Rate, now: number) {
    this.#tokens = rate.burst
    this.#at = now
  }

  /** One token; `false`, and none is taken, when there is none. */
  take(rate: Rate, now: number): boolean {
    this.#refill(rate, now)
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  /** For what is known only once it is done: the bucket may come to owe tokens, which it pays back first. */
  charge(count: number, rate: Rate, now: number): void {
    this.#refill(rate, now)
    this.#tokens -= count
  }

  /** Milliseconds until it holds a whole token; 0 when it does. */
  waitMs(rate: Rate, now: number): number {
    this.#refill(rate, now)
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) * 1_000) / rate.perSecond
  }

  /** Nothing was taken for so long that it is as good as new. */
  isFull(rate: Rate, now: number): boolean {
    this.#refill(rate, now)
    return this.#tokens >= rate.burst
  }

  #refill(rate: Rate, now: number): void {
    if (now <= this.#at) return
    this.#tokens = Math.min(rate.burst, this.#tokens + ((now - this.#at) * rate.perSecond) / 1_000)
    this.#at = now
  }
}
