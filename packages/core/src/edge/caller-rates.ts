import type { Identity } from '../auth/known-token.js'
import { charge, type FullAt, isFull, type Rate, waitMs } from '../domain/rate-limit.js'
import { ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Settings } from '../settings.js'

type Caller = Pick<Identity, 'callerKind' | 'callerKey'>
type Rates = Readonly<Record<'requests' | 'received' | 'answered' | 'pushed', Rate>>

/** What one caller has left. */
interface Allowance {
  readonly rates: Rates
  requests: FullAt
  received: FullAt
  answered: FullAt
  pushed: FullAt
}

/** What of the bytes may come at once, in seconds of the rate. */
const receivedBurstSeconds = 8
const answeredBurstSeconds = 8
const pushedBurstSeconds = 4
/** Requests that are shorter are bounded by their number. */
export const minReceivedBytes = 2_048
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
    const { requests: rate } = allowance.rates
    const ms = Math.max(owedMsOf(allowance, now), waitMs(allowance.requests, rate, now))
    if (ms > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1_000))
      throw new ParleyError('too_many_requests', { retryAfterSeconds })
    }
    allowance.requests = charge(allowance.requests, 1, rate, now)
  }

  /** Milliseconds until all is paid that the caller has caused; mostly 0. */
  owedMs(caller: Caller): number {
    const allowance = this.#allowances.get(caller.callerKey)
    return allowance === undefined ? 0 : owedMsOf(allowance, this.#clock.monotonic())
  }

  /** A request of so many bytes came from the caller. */
  chargeRequest(caller: Caller, bytes: number): void {
    if (bytes < minReceivedBytes) return
    const allowance = this.#allowanceOf(caller)
    const { received: rate } = allowance.rates
    allowance.received = charge(allowance.received, bytes, rate, this.#clock.monotonic())
  }

  /** An answer of so many bytes went to the caller. */
  chargeAnswer(caller: Caller, bytes: number): void {
    if (bytes < minChargedBytes) return
    const allowance = this.#allowanceOf(caller)
    const { answered: rate } = allowance.rates
    allowance.answered = charge(allowance.answered, bytes, rate, this.#clock.monotonic())
  }

  /** Pushes of so many bytes in all, to all their receivers, went out because of the caller. */
  chargePushes(caller: Caller, bytes: number): void {
    if (bytes < minChargedBytes) return
    const allowance = this.#allowanceOf(caller)
    const { pushed: rate } = allowance.rates
    allowance.pushed = charge(allowance.pushed, bytes, rate, this.#clock.monotonic())
  }

  close(): void {
    this.#stop()
  }

  #allowanceOf({ callerKind, callerKey }: Caller): Allowance {
    const present = this.#allowances.get(callerKey)
    if (present !== undefined) return present
    const allowance: Allowance = {
      rates: this.#rates[callerKind],
      requests: 0,
      received: 0,
      answered: 0,
      pushed: 0,
    }
    this.#allowances.set(callerKey, allowance)
    return allowance
  }

  /** Who has left all alone for a while is as good as new, and need not be remembered. */
  #prune(): void {
    const now = this.#clock.monotonic()
    for (const [key, { requests, received, answered, pushed }] of this.#allowances) {
      if (isFull(Math.max(requests, received, answered, pushed), now)) this.#allowances.delete(key)
    }
  }
}

function owedMsOf({ rates, received, answered, pushed }: Allowance, now: number): number {
  return Math.max(
    waitMs(received, rates.received, now),
    waitMs(answered, rates.answered, now),
    waitMs(pushed, rates.pushed, now),
  )
}

function ratesOf(settings: Settings['rates']): Readonly<Record<Identity['callerKind'], Rates>> {
  const received = (perSecond: number) => ({ perSecond, burst: perSecond * receivedBurstSeconds })
  const answered = (perSecond: number) => ({ perSecond, burst: perSecond * answeredBurstSeconds })
  const pushed = (perSecond: number) => ({ perSecond, burst: perSecond * pushedBurstSeconds })
  return {
    customer: {
      requests: { perSecond: settings.customerRequestsPerSecond, burst: settings.customerRequestBurstCount },
      received: received(settings.customerReceivedBytesPerSecond),
      answered: answered(settings.customerAnsweredBytesPerSecond),
      pushed: pushed(settings.customerPushedBytesPerSecond),
    },
    agent: {
      requests: { perSecond: settings.agentRequestsPerSecond, burst: settings.agentRequestBurstCount },
      received: received(settings.agentReceivedBytesPerSecond),
      answered: answered(settings.agentAnsweredBytesPerSecond),
      pushed: pushed(settings.agentPushedBytesPerSecond),
    },
    app: {
      requests: { perSecond: settings.appRequestsPerSecond, burst: settings.appRequestBurstCount },
      received: received(settings.appReceivedBytesPerSecond),
      answered: answered(settings.appAnsweredBytesPerSecond),
      pushed: pushed(settings.appPushedBytesPerSecond),
    },
  }
}
