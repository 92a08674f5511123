import type { Identity } from '../auth/known-token.js'
import { type Rate, TokenBucket } from '../domain/rate-limit.js'
import { ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Settings } from '../settings.js'

type Caller = Pick<Identity, 'callerKind' | 'callerKey'>
type Rates = Readonly<Record<'requests' | 'answered' | 'pushed', Rate>>

/** What one caller has left. Each is made when it is first needed: most callers never need them all. */
interface Allowance {
  readonly rates: Rates
  requests?: TokenBucket
  answered?: TokenBucket
  pushed?: TokenBucket
}

/** What of the bytes may come at once, in seconds of the rate. */
const answeredBurstSeconds = 8
const pushedBurstSeconds = 4
/** Less is nothing to speak of, and would make an allowance for everybody who is connected. */
const minChargedBytes = 32_768
const prunePeriodMs = 10_000

/**
 * What each caller may ask for over HTTP, and cause on either transport, however many connections they have on this
 * node (decisions §16.17). What an answer or a push comes to is known only afterwards: it is charged then, and whoever
 * owes waits until it is paid.
 */
export class CallerRates {
  readonly #clock: Clock
  readonly #rates: Readonly<Record<Identity['callerKind'], Rates>>
  readonly #allowances = new Map<string, Allowance>()
  readonly #stop: () => void

  constructor(settings: Settings['rates'], clock: Clock) {
    this.#clock = clock
    this.#rates = ratesOf(settings)
    this.#stop = clock.every(prunePeriodMs, () => this.#prune())
  }

  /** Callers who are remembered. */
  get count(): number {
    return this.#allowances.size
  }

  /** One request over HTTP; `too_many_requests` when it is one too many. */
  takeRequest(caller: Caller): void {
    const now = this.#clock.monotonic()
    const allowance = this.#allowanceOf(caller)
    const rate = allowance.rates.requests
    allowance.requests ??= new TokenBucket(rate, now)
    const owedMs = owedMsOf(allowance, now)
    if (owedMs === 0 && allowance.requests.take(rate, now)) return
    const waitMs = Math.max(owedMs, allowance.requests.waitMs(rate, now))
    throw new ParleyError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
  }

  /** Milliseconds until all is paid that the caller has caused; mostly 0. */
  owedMs(caller: Caller): number {
    const allowance = this.#allowances.get(caller.callerKey)
    return allowance === undefined ? 0 : owedMsOf(allowance, this.#clock.monotonic())
  }

  /** An answer of so many bytes went to the caller. */
  chargeAnswer(caller: Caller, bytes: number): void {
    if (bytes < minChargedBytes) return
    const now = this.#clock.monotonic()
    const allowance = this.#allowanceOf(caller)
    const rate = allowance.rates.answered
    allowance.answered ??= new TokenBucket(rate, now)
    allowance.answered.charge(bytes, rate, now)
  }

  /** Pushes of so many bytes in all, to all their receivers, went out because of the caller. Answers the bytes. */
  chargePushes(caller: Caller, bytes: number): number {
    if (bytes < minChargedBytes) return bytes
    const now = this.#clock.monotonic()
    const allowance = this.#allowanceOf(caller)
    const rate = allowance.rates.pushed
    allowance.pushed ??= new TokenBucket(rate, now)
    allowance.pushed.charge(bytes, rate, now)
    return bytes
  }

  close(): void {
    this.#stop()
  }

  #allowanceOf({ callerKind, callerKey }: Caller): Allowance {
    const present = this.#allowances.get(callerKey)
    if (present !== undefined) return present
    const allowance: Allowance = { rates: this.#rates[callerKind] }
    this.#allowances.set(callerKey, allowance)
    return allowance
  }

  /** Who has left all alone for a while is as good as new, and need not be remembered. */
  #prune(): void {
    const now = this.#clock.monotonic()
    for (const [key, allowance] of this.#allowances) {
      const { rates, requests, answered, pushed } = allowance
      if (requests?.isFull(rates.requests, now) === false) continue
      if (answered?.isFull(rates.answered, now) === false) continue
      if (pushed?.isFull(rates.pushed, now) === false) continue
      this.#allowances.delete(key)
    }
  }
}

function owedMsOf({ rates, answered, pushed }: Allowance, now: number): number {
  return Math.max(answered?.waitMs(rates.answered, now) ?? 0, pushed?.waitMs(rates.pushed, now) ?? 0)
}

function ratesOf(settings: Settings['rates']): Readonly<Record<Identity['callerKind'], Rates>> {
  const answered = (perSecond: number) => ({ perSecond, burst: perSecond * answeredBurstSeconds })
  const pushed = (perSecond: number) => ({ perSecond, burst: perSecond * pushedBurstSeconds })
  return {
    customer: {
      requests: { perSecond: settings.customerRequestsPerSecond, burst: settings.customerRequestBurstCount },
      answered: answered(settings.customerAnsweredBytesPerSecond),
      pushed: pushed(settings.customerPushedBytesPerSecond),
    },
    agent: {
      requests: { perSecond: settings.agentRequestsPerSecond, burst: settings.agentRequestBurstCount },
      answered: answered(settings.agentAnsweredBytesPerSecond),
      pushed: pushed(settings.agentPushedBytesPerSecond),
    },
    app: {
      requests: { perSecond: settings.appRequestsPerSecond, burst: settings.appRequestBurstCount },
      answered: answered(settings.appAnsweredBytesPerSecond),
      pushed: pushed(settings.appPushedBytesPerSecond),
    },
  }
}
