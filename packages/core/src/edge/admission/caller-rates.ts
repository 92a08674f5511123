import { type ActionRate, charge, type FullAt, isFull, type Rate, waitMs } from '../../domain/rate-limit.js'
import { ParleyError } from '../../errors.js'
import type { Identity } from '../../identity/known-token.js'
import type { Clock } from '../../ports/clock.js'
import type { Settings } from '../../settings.js'

type Caller = Pick<Identity, 'callerKind' | 'callerKey'>
type LicensedCaller = Caller & { readonly principal: Pick<Identity['principal'], 'licenseId'> }
type Rates = Readonly<
  Record<'requests' | 'messages' | 'received' | 'uploaded' | 'answered' | 'pushed' | ActionRate, Rate>
>

/** What one caller has left. */
interface Allowance extends Record<ActionRate, FullAt> {
  readonly rates: Rates
  requests: FullAt
  /** In real time, of all connections together. */
  messages: FullAt
  received: FullAt
  /** Who owes for files waits with the next file alone. */
  uploaded: FullAt
  answered: FullAt
  pushed: FullAt
}

/** In real time people send more: what they type, what they have seen. A connection has a rate of its own besides. */
const messagesPerRequest = 2
/** What of the bytes may come at once, in seconds of the rate. */
const receivedBurstSeconds = 8
const uploadedBurstSeconds = 64
const answeredBurstSeconds = 8
const pushedBurstSeconds = 4
/** Requests that are shorter are bounded by their number. */
export const minReceivedBytes = 2_048
/** Less is nothing to speak of, and would make an allowance for everybody who is connected. */
const minChargedBytes = 32_768
const prunePeriodMs = 1_000

/**
 * What each caller may ask for over HTTP, and cause on either transport, however many connections they have on this
 * node (decisions §16.17). What an answer or a push comes to is known only afterwards: it is charged then, and whoever
 * owes waits until it is paid.
 */
export class CallerRates {
  readonly #clock: Clock
  readonly #rates: Readonly<Record<Identity['callerKind'], Rates>>
  readonly #allowances = new Map<string, Allowance>()
  readonly #licenseConfigurations: Rate
  /** Of licenses that are configured. */
  readonly #licenses = new Map<number, FullAt>()
  readonly #stop: () => void

  constructor(settings: Settings['rates'], clock: Clock) {
    this.#clock = clock
    this.#rates = ratesOf(settings)
    this.#licenseConfigurations = {
      perSecond: settings.licenseConfigurationsPerSecond,
      burst: settings.licenseConfigurationBurstCount,
    }
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
    refuseFor(Math.max(owedMsOf(allowance, now), waitMs(allowance.requests, rate, now)))
    allowance.requests = charge(allowance.requests, 1, rate, now)
  }

  /** One more of that kind, on whichever transport; `too_many_requests` when it is one too many. */
  takeRate(caller: LicensedCaller, name: ActionRate): void {
    const now = this.#clock.monotonic()
    const allowance = this.#allowanceOf(caller)
    const rate = allowance.rates[name]
    refuseFor(waitMs(allowance[name], rate, now))
    if (name === 'configurations') this.#takeConfiguration(caller.principal.licenseId, now)
    allowance[name] = charge(allowance[name], 1, rate, now)
  }

  /** Every node reads the configuration of the license anew, whoever of its callers has changed it. */
  #takeConfiguration(licenseId: number, now: number): void {
    const fullAt = this.#licenses.get(licenseId) ?? 0
    refuseFor(waitMs(fullAt, this.#licenseConfigurations, now))
    this.#licenses.set(licenseId, charge(fullAt, 1, this.#licenseConfigurations, now))
  }

  /** One login in real time; `too_many_requests` when the caller owes: so reconnecting wins nothing. */
  takeLogin(caller: Caller): void {
    refuseFor(this.owedMs(caller))
    this.chargeMessage(caller, 0)
  }

  /** Milliseconds until all is paid that the caller has caused; mostly 0. */
  owedMs(caller: Caller): number {
    const allowance = this.#allowances.get(caller.callerKey)
    return allowance === undefined ? 0 : owedMsOf(allowance, this.#clock.monotonic())
  }

  /** A request of so many bytes came over HTTP. */
  chargeRequest(caller: Caller, bytes: number): void {
    if (bytes >= minReceivedBytes) this.#chargeReceived(this.#allowanceOf(caller), bytes)
  }

  /** `too_many_requests` while the caller owes for the files before. */
  takeUpload(caller: Caller): void {
    const { uploaded, rates } = this.#allowanceOf(caller)
    refuseFor(waitMs(uploaded, rates.uploaded, this.#clock.monotonic()))
  }

  /** A request with a file came, of so many bytes, whatever became of it. */
  chargeUpload(caller: Caller, bytes: number): void {
    const allowance = this.#allowanceOf(caller)
    const { uploaded: rate } = allowance.rates
    allowance.uploaded = charge(allowance.uploaded, bytes, rate, this.#clock.monotonic())
  }

  /** A message of so many bytes came in real time. */
  chargeMessage(caller: Caller, bytes: number): void {
    const allowance = this.#allowanceOf(caller)
    const { messages: rate } = allowance.rates
    allowance.messages = charge(allowance.messages, 1, rate, this.#clock.monotonic())
    if (bytes >= minReceivedBytes) this.#chargeReceived(allowance, bytes)
  }

  /** An answer of so many bytes went to the caller. */
  chargeAnswer(caller: Caller, bytes: number): void {
    if (bytes < minChargedBytes) return
    const allowance = this.#allowanceOf(caller)
    const { answered: rate } = allowance.rates
    allowance.answered = charge(allowance.answered, bytes, rate, this.#clock.monotonic())
  }

  /** Pushes of so many bytes in all, to all their receivers, went out because of the caller. Answers the bytes. */
  chargePushes(caller: Caller, bytes: number): void {
    if (bytes < minChargedBytes) return
    const allowance = this.#allowanceOf(caller)
    const { pushed: rate } = allowance.rates
    allowance.pushed = charge(allowance.pushed, bytes, rate, this.#clock.monotonic())
  }

  close(): void {
    this.#stop()
  }

  #chargeReceived(allowance: Allowance, bytes: number): void {
    const { received: rate } = allowance.rates
    allowance.received = charge(allowance.received, bytes, rate, this.#clock.monotonic())
  }

  #allowanceOf({ callerKind, callerKey }: Caller): Allowance {
    const present = this.#allowances.get(callerKey)
    if (present !== undefined) return present
    const allowance: Allowance = {
      rates: this.#rates[callerKind],
      requests: 0,
      messages: 0,
      received: 0,
      uploaded: 0,
      answered: 0,
      pushed: 0,
      multicasts: 0,
      postbacks: 0,
      configurations: 0,
    }
    this.#allowances.set(callerKey, allowance)
    return allowance
  }

  /** Who has left all alone for a while is as good as new, and need not be remembered. */
  #prune(): void {
    const now = this.#clock.monotonic()
    for (const [key, { rates, ...fullAt }] of this.#allowances) {
      if (isFull(Math.max(...Object.values(fullAt)), now)) this.#allowances.delete(key)
    }
    for (const [licenseId, fullAt] of this.#licenses) {
      if (isFull(fullAt, now)) this.#licenses.delete(licenseId)
    }
  }
}

function refuseFor(ms: number): void {
  if (ms === 0) return
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1_000))
  throw new ParleyError('too_many_requests', { retryAfterSeconds })
}

function owedMsOf({ rates, messages, received, answered, pushed }: Allowance, now: number): number {
  return Math.max(
    waitMs(messages, rates.messages, now),
    waitMs(received, rates.received, now),
    waitMs(answered, rates.answered, now),
    waitMs(pushed, rates.pushed, now),
  )
}

function ratesOf(settings: Settings['rates']): Readonly<Record<Identity['callerKind'], Rates>> {
  const ofActions = {
    multicasts: { perSecond: settings.multicastsPerSecond, burst: settings.multicastBurstCount },
    postbacks: { perSecond: settings.postbacksPerSecond, burst: settings.postbackBurstCount },
    configurations: {
      perSecond: settings.configurationsPerSecond,
      burst: settings.configurationBurstCount,
    },
  }
  return {
    customer: ratesOfKind(
      { perSecond: settings.customerRequestsPerSecond, burst: settings.customerRequestBurstCount },
      settings.customerReceivedBytesPerSecond,
      settings.customerUploadedBytesPerSecond,
      settings.customerAnsweredBytesPerSecond,
      settings.customerPushedBytesPerSecond,
      ofActions,
    ),
    agent: ratesOfKind(
      { perSecond: settings.agentRequestsPerSecond, burst: settings.agentRequestBurstCount },
      settings.agentReceivedBytesPerSecond,
      settings.agentUploadedBytesPerSecond,
      settings.agentAnsweredBytesPerSecond,
      settings.agentPushedBytesPerSecond,
      ofActions,
    ),
    app: ratesOfKind(
      { perSecond: settings.appRequestsPerSecond, burst: settings.appRequestBurstCount },
      settings.appReceivedBytesPerSecond,
      settings.appUploadedBytesPerSecond,
      settings.appAnsweredBytesPerSecond,
      settings.appPushedBytesPerSecond,
      ofActions,
    ),
  }
}

function ratesOfKind(
  requests: Rate,
  received: number,
  uploaded: number,
  answered: number,
  pushed: number,
  ofActions: Readonly<Record<ActionRate, Rate>>,
): Rates {
  return {
    requests,
    messages: {
      perSecond: requests.perSecond * messagesPerRequest,
      burst: requests.burst * messagesPerRequest,
    },
    received: { perSecond: received, burst: received * receivedBurstSeconds },
    uploaded: { perSecond: uploaded, burst: uploaded * uploadedBurstSeconds },
    answered: { perSecond: answered, burst: answered * answeredBurstSeconds },
    pushed: { perSecond: pushed, burst: pushed * pushedBurstSeconds },
    ...ofActions,
  }
}
