import { type ActionRate, charge, type FullAt, isFull, type Rate, waitMs } from '../../domain/rate-limit.js'
import { ParleyError } from '../../errors.js'
import type { Identity } from '../../identity/known-token.js'
import type { Clock } from '../../ports/clock.js'
import type { Settings } from '../../settings.js'

type Caller = Pick<Identity, 'callerKind' | 'callerKey'>
type LicensedCaller = Caller & { readonly principal: Pick<Identity['principal'], 'licenseId'> }
type Rates = Readonly<
  Record<
    'requests' | 'messages' | 'requestBytes' | 'uploadBytes' | 'responseBytes' | 'pushBytes' | ActionRate,
    Rate
  >
>

/** State of all rate limits of one caller. */
interface Allowance extends Record<ActionRate, FullAt> {
  readonly rates: Rates
  requests: FullAt
  /** Real-time messages of all connections together. */
  messages: FullAt
  requestBytes: FullAt
  /** Uploaded bytes. A caller that exceeds this limit has to wait only before the next file. */
  uploadBytes: FullAt
  responseBytes: FullAt
  pushBytes: FullAt
}

/**
 * Ratio of real-time messages to HTTP requests. People send more in real time, such as what they type and have seen.
 * Each connection has its own rate limit too.
 */
const messagesPerRequest = 2
/** Burst size of byte rates, in seconds of the rate. */
const requestBurstSeconds = 8
const uploadBurstSeconds = 64
const responseBurstSeconds = 8
const pushBurstSeconds = 4
/** Minimum size of a request whose bytes are charged. Shorter requests are limited by their number. */
export const minRequestBytes = 2_048
/**
 * Minimum size that is charged. Smaller amounts are ignored, so that not every connected user needs an allowance in
 * memory.
 */
const minChargedBytes = 32_768
const prunePeriodMs = 1_000

/**
 * Rate limits per caller: for requests over HTTP, and for the load that a caller causes on either transport, across all
 * of its connections to this node (decisions §16.17). The size of a response or a push is known only afterwards. It is
 * charged then, and the caller has to wait until the charge is paid off.
 */
export class CallerRates {
  readonly #clock: Clock
  readonly #rates: Readonly<Record<Identity['callerKind'], Rates>>
  readonly #allowances = new Map<string, Allowance>()
  readonly #licenseConfigurations: Rate
  /** Buckets of the licenses whose configuration was changed. */
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

  /** Number of callers that are remembered. */
  get count(): number {
    return this.#allowances.size
  }

  /** Counts one HTTP request. Throws `too_many_requests` when it exceeds the limit. */
  takeRequest(caller: Caller): void {
    const now = this.#clock.monotonic()
    const allowance = this.#allowanceOf(caller)
    const { requests: rate } = allowance.rates
    refuseFor(Math.max(waitMsOf(allowance, now), waitMs(allowance.requests, rate, now)))
    allowance.requests = charge(allowance.requests, 1, rate, now)
  }

  /**
   * Counts one use of an action with its own rate limit, on any transport. Throws `too_many_requests` when it exceeds
   * the limit.
   */
  takeRate(caller: LicensedCaller, name: ActionRate): void {
    const now = this.#clock.monotonic()
    const allowance = this.#allowanceOf(caller)
    const rate = allowance.rates[name]
    refuseFor(waitMs(allowance[name], rate, now))
    if (name === 'configurations') this.#takeConfiguration(caller.principal.licenseId, now)
    allowance[name] = charge(allowance[name], 1, rate, now)
  }

  /**
   * Counts a change of the configuration for the whole license, because every node then reads the configuration again.
   */
  #takeConfiguration(licenseId: number, now: number): void {
    const fullAt = this.#licenses.get(licenseId) ?? 0
    refuseFor(waitMs(fullAt, this.#licenseConfigurations, now))
    this.#licenses.set(licenseId, charge(fullAt, 1, this.#licenseConfigurations, now))
  }

  /**
   * Counts one login in real time. Throws `too_many_requests` while the caller owes a charge, so that reconnecting
   * gains nothing.
   */
  takeLogin(caller: Caller): void {
    refuseFor(this.getWaitMs(caller))
    this.chargeMessage(caller, 0)
  }

  /** Returns the time until all charges of the caller are paid off, in milliseconds; usually 0. */
  getWaitMs(caller: Caller): number {
    const allowance = this.#allowances.get(caller.callerKey)
    return allowance === undefined ? 0 : waitMsOf(allowance, this.#clock.monotonic())
  }

  /** Charges the bytes of an HTTP request. */
  chargeRequest(caller: Caller, bytes: number): void {
    if (bytes >= minRequestBytes) this.#chargeRequestBytes(this.#allowanceOf(caller), bytes)
  }

  /** Throws `too_many_requests` while the caller owes a charge for earlier files. */
  takeUpload(caller: Caller): void {
    const { uploadBytes, rates } = this.#allowanceOf(caller)
    refuseFor(waitMs(uploadBytes, rates.uploadBytes, this.#clock.monotonic()))
  }

  /** Charges the bytes of a request with a file, whether or not it succeeded. */
  chargeUpload(caller: Caller, bytes: number): void {
    const allowance = this.#allowanceOf(caller)
    const { uploadBytes: rate } = allowance.rates
    allowance.uploadBytes = charge(allowance.uploadBytes, bytes, rate, this.#clock.monotonic())
  }

  /** Charges the bytes of a real-time message. */
  chargeMessage(caller: Caller, bytes: number): void {
    const allowance = this.#allowanceOf(caller)
    const { messages: rate } = allowance.rates
    allowance.messages = charge(allowance.messages, 1, rate, this.#clock.monotonic())
    if (bytes >= minRequestBytes) this.#chargeRequestBytes(allowance, bytes)
  }

  /** Charges the bytes of a response. */
  chargeResponse(caller: Caller, bytes: number): void {
    if (bytes < minChargedBytes) return
    const allowance = this.#allowanceOf(caller)
    const { responseBytes: rate } = allowance.rates
    allowance.responseBytes = charge(allowance.responseBytes, bytes, rate, this.#clock.monotonic())
  }

  /** Charges the bytes of the pushes that the caller caused, for all receivers together. */
  chargePushes(caller: Caller, bytes: number): void {
    if (bytes < minChargedBytes) return
    const allowance = this.#allowanceOf(caller)
    const { pushBytes: rate } = allowance.rates
    allowance.pushBytes = charge(allowance.pushBytes, bytes, rate, this.#clock.monotonic())
  }

  close(): void {
    this.#stop()
  }

  #chargeRequestBytes(allowance: Allowance, bytes: number): void {
    const { requestBytes: rate } = allowance.rates
    allowance.requestBytes = charge(allowance.requestBytes, bytes, rate, this.#clock.monotonic())
  }

  #allowanceOf({ callerKind, callerKey }: Caller): Allowance {
    const present = this.#allowances.get(callerKey)
    if (present !== undefined) return present
    const allowance: Allowance = {
      rates: this.#rates[callerKind],
      requests: 0,
      messages: 0,
      requestBytes: 0,
      uploadBytes: 0,
      responseBytes: 0,
      pushBytes: 0,
      multicasts: 0,
      postbacks: 0,
      configurations: 0,
    }
    this.#allowances.set(callerKey, allowance)
    return allowance
  }

  /** Forgets callers whose rate limits have all recovered. */
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

function waitMsOf(
  { rates, messages, requestBytes, responseBytes, pushBytes }: Allowance,
  now: number,
): number {
  return Math.max(
    waitMs(messages, rates.messages, now),
    waitMs(requestBytes, rates.requestBytes, now),
    waitMs(responseBytes, rates.responseBytes, now),
    waitMs(pushBytes, rates.pushBytes, now),
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
      settings.customerRequestBytesPerSecond,
      settings.customerUploadBytesPerSecond,
      settings.customerResponseBytesPerSecond,
      settings.customerPushBytesPerSecond,
      ofActions,
    ),
    agent: ratesOfKind(
      { perSecond: settings.agentRequestsPerSecond, burst: settings.agentRequestBurstCount },
      settings.agentRequestBytesPerSecond,
      settings.agentUploadBytesPerSecond,
      settings.agentResponseBytesPerSecond,
      settings.agentPushBytesPerSecond,
      ofActions,
    ),
    app: ratesOfKind(
      { perSecond: settings.appRequestsPerSecond, burst: settings.appRequestBurstCount },
      settings.appRequestBytesPerSecond,
      settings.appUploadBytesPerSecond,
      settings.appResponseBytesPerSecond,
      settings.appPushBytesPerSecond,
      ofActions,
    ),
  }
}

function ratesOfKind(
  requests: Rate,
  requestBytes: number,
  uploadBytes: number,
  responseBytes: number,
  pushBytes: number,
  ofActions: Readonly<Record<ActionRate, Rate>>,
): Rates {
  return {
    requests,
    messages: {
      perSecond: requests.perSecond * messagesPerRequest,
      burst: requests.burst * messagesPerRequest,
    },
    requestBytes: { perSecond: requestBytes, burst: requestBytes * requestBurstSeconds },
    uploadBytes: { perSecond: uploadBytes, burst: uploadBytes * uploadBurstSeconds },
    responseBytes: { perSecond: responseBytes, burst: responseBytes * responseBurstSeconds },
    pushBytes: { perSecond: pushBytes, burst: pushBytes * pushBurstSeconds },
    ...ofActions,
  }
}
