import { assertUsable } from '../auth/identities.js'
import type { Identity } from '../auth/known-token.js'
import type { Call, Caller } from '../dispatch/dispatcher.js'
import { toParleyError } from '../dispatch/failures.js'
import type { ClientOrigin } from '../domain/customers.js'
import { type Bucket, fullBucket, type Rate, takeToken } from '../domain/rate-limit.js'
import { type ErrorType, invalid, ParleyError } from '../errors.js'
import type { OutgoingFrame, RtmConnection } from '../ports/rtm-connection.js'
import type { PushTarget } from '../push/sessions.js'
import { type CloseCode, closeCodes } from './close-codes.js'
import { type Disconnect, disconnectAfterLogin, disconnectBy, disconnectOfSession } from './disconnects.js'
import type { RtmSession } from './edge.js'
import { answeredOf, type Envelope, parseEnvelope } from './envelope.js'
import { RequestGate } from './request-gate.js'
import type { Address } from './routes.js'
import { type Answered, disconnectFrame, failureFrame, responseFrame } from './rtm-frames.js'
import type { RtmServices } from './rtm-sessions.js'

type State =
  | { readonly kind: 'anonymous' }
  /** Registered for pushes, which wait until `login` is answered. */
  | {
      readonly kind: 'logging_in'
      readonly target: PushTarget
      readonly waiting: WaitingPushes
      identity: Identity
    }
  | { readonly kind: 'ready'; readonly target: PushTarget; readonly tokenHash: string; identity: Identity }
  | { readonly kind: 'closed'; readonly at: number }

/**
 * Who has more than the limit unsent, and has read nothing since the last sweep, is slow. A burst of one moment,
 * which somebody else may have caused, is not the reader's fault up to this many times the limit.
 */
const burstFactor = 8

interface WaitingPushes {
  readonly frames: OutgoingFrame[]
  length: number
}

/** How long a peer may take to close from its side. */
const closingMs = 5_000

/** One real-time connection: envelopes in, calls out, responses and pushes back (decisions §10). */
export class Session implements RtmSession {
  readonly id: string
  readonly #address: Address
  readonly #licenseId: number | undefined
  readonly #connection: RtmConnection
  readonly #client: ClientOrigin
  readonly #services: RtmServices
  readonly #openedAt: number
  readonly #gate: RequestGate
  #state: State = { kind: 'anonymous' }
  #lastFrameAt: number
  #bucket: Bucket
  #unsentAtSweep = 0

  constructor(
    services: RtmServices,
    connection: RtmConnection,
    opening: {
      readonly address: Address
      readonly licenseId: number | undefined
      readonly client: ClientOrigin
    },
  ) {
    const now = services.clock.now()
    this.id = services.newId()
    this.#services = services
    this.#connection = connection
    this.#address = opening.address
    this.#licenseId = opening.licenseId
    this.#client = opening.client
    this.#openedAt = now
    this.#lastFrameAt = now
    this.#bucket = fullBucket(this.#rate, now)
    this.#gate = new RequestGate(services.settings.rtm.inFlightCount, connection)
  }

  receive(text: string): void {
    if (this.#state.kind === 'closed') return
    const now = this.#services.clock.now()
    this.#lastFrameAt = now
    const { bucket, isAllowed } = takeToken(this.#bucket, this.#rate, now)
    this.#bucket = bucket
    // Who asks for more than it reads would fill the memory with answers.
    const isBehind = this.#connection.bufferedBytes > this.#services.settings.rtm.bufferedBytes
    if (isAllowed && !isBehind) {
      this.#gate.run(() => this.#handle(text))
    } else {
      const error = new ParleyError('too_many_requests', { retryAfterSeconds: 1 })
      this.#send(failureFrame(answeredOf(text), error))
    }
  }

  receiveBinary(): void {
    this.#close(closeCodes.unsupportedData, 'the protocol has text frames only')
  }

  receivePing(): void {
    this.#lastFrameAt = this.#services.clock.now()
  }

  closed(): void {
    this.#leave()
    this.#state = { kind: 'closed', at: this.#services.clock.now() }
    this.#gate.clear()
    this.#services.forget(this)
  }

  /** Called about once a second, for everything that depends on time (architecture §5, rule 5). */
  sweep(now: number): void {
    const { bufferedBytes, loginTimeoutMs, inactivityTimeoutMs } = this.#services.settings.rtm
    const state = this.#state
    if (state.kind === 'closed') {
      if (now - state.at > closingMs) this.#connection.terminate()
    } else if (now - this.#lastFrameAt >= inactivityTimeoutMs) {
      this.#close(closeCodes.inactivity, 'no frame for too long')
    } else if (state.kind === 'anonymous' && now - this.#openedAt >= loginTimeoutMs) {
      this.#close(closeCodes.loginTimeout, 'no login in time')
    } else if (this.#isStuck(bufferedBytes)) {
      this.#close(closeCodes.slowReader, 'too slow')
    } else if (state.kind === 'ready') {
      this.#checkIdentity(state.identity, now)
    }
  }

  disconnect({ reason, code }: Disconnect): void {
    if (reason !== undefined) this.#send(disconnectFrame(this.#address.api, reason))
    this.#close(code, reason ?? '')
  }

  /** The license of the address does not exist, or could not be looked up. */
  endByLicense(error: ErrorType): void {
    this.disconnect(
      error === 'license_not_found'
        ? { reason: 'license_not_found', code: closeCodes.disconnected }
        : { reason: 'internal_error', code: closeCodes.disconnected },
    )
  }

  /** Resolves once everything that was asked has been answered. */
  idle(): Promise<void> {
    return this.#gate.idle()
  }

  /** The engine goes down; what was asked has been answered. */
  shutDown(): void {
    this.#close(closeCodes.serviceRestart, 'the service restarts')
  }

  get #rate(): Rate {
    const { messagesPerSecond, messageBurstCount } = this.#services.settings.rtm
    return { perSecond: messagesPerSecond, burst: messageBurstCount }
  }

  /** Never rejects. */
  async #handle(text: string): Promise<void> {
    if (this.#state.kind === 'closed') return
    let answered: Answered | undefined
    try {
      const envelope = parseEnvelope(text, this.#services.settings.limits)
      answered = envelope
      await this.#perform(envelope)
    } catch (cause) {
      this.#fail(answered ?? answeredOf(text), toParleyError(cause))
    }
  }

  async #perform(envelope: Envelope): Promise<void> {
    const { action } = envelope
    if (action === undefined) throw invalid('action is required')
    if (action === 'ping') this.#send(responseFrame(envelope, undefined))
    else if (action === 'login') await this.#login(envelope)
    else await this.#act(envelope, action)
  }

  async #act(envelope: Envelope, action: string): Promise<void> {
    const state = this.#state
    if (state.kind !== 'ready') throw new ParleyError('authentication', { detail: 'login first' })
    const { caller, identity } = await this.#services.admission.admitHash(this.#address, state.tokenHash)
    state.identity = identity
    let isAnswered = false
    const answer = (response: unknown) => {
      if (!isAnswered) this.#send(responseFrame(envelope, response))
      isAnswered = true
    }
    try {
      answer(await this.#services.dispatcher.run({ ...this.#call(envelope, caller), action, answer }))
    } catch (cause) {
      // What was answered as timed out may still commit; it has had its answer.
      isAnswered = true
      throw cause
    }
  }

  async #login(envelope: Envelope): Promise<void> {
    if (this.#state.kind !== 'anonymous') throw invalid('already logged in')
    const { identity, caller, tokenHash } = await this.#admit(envelope)
    // Another login, or the end, may have come meanwhile.
    if (this.#state.kind !== 'anonymous') throw invalid('already logged in')
    const target = this.#target(caller, tokenHash)
    const waiting: WaitingPushes = { frames: [], length: 0 }
    this.#services.register(target)
    this.#state = { kind: 'logging_in', target, waiting, identity }
    const response = await this.#runLogin(envelope, caller, tokenHash)
    if (this.#state.kind !== 'logging_in') return
    this.#send(responseFrame(envelope, response))
    this.#state = { kind: 'ready', target, tokenHash, identity: this.#state.identity }
    for (const frame of waiting.frames) this.#send(frame)
  }

  async #admit(envelope: Envelope) {
    const { admission } = this.#services
    if (this.#licenseId !== undefined) await admission.requireLicense(this.#licenseId)
    return admission.admitLogin(this.#address, envelope.payload, this.#licenseId)
  }

  async #runLogin(envelope: Envelope, caller: Caller, tokenHash: string): Promise<unknown> {
    try {
      // What ended the token before the session could be found to be ended is seen now.
      const identity = await this.#services.admission.identifyAnew(this.#address, tokenHash)
      if (this.#state.kind === 'logging_in') this.#state.identity = identity
      // The answer of a login must not be kept, so an idempotency key does not count.
      const call = { ...this.#call(envelope, caller), action: 'login', idempotencyKey: undefined }
      return await this.#services.dispatcher.run(call)
    } catch (cause) {
      this.#leave()
      throw cause
    }
  }

  #call(envelope: Envelope, caller: Caller): Omit<Call, 'action'> {
    const { authorId, idempotencyKey, payload, requestId } = envelope
    const origin = requestId === undefined ? null : { sessionId: this.id, requestId }
    const emit: Call['emit'] = (pushes) => this.#services.emit(pushes, origin)
    return { caller, transport: 'rtm', payload, authorId, idempotencyKey, client: this.#client, emit }
  }

  #target(caller: Caller, tokenHash: string): PushTarget {
    return {
      id: this.id,
      tokenHash,
      push: (frame) => this.#push(frame),
      end: (cause) => this.#endBy(disconnectBy(this.#address.api, cause)),
      licenseExpiresAt: (licenseExpiresAt) => this.#licenseExpiresAt(licenseExpiresAt),
      ...caller,
    }
  }

  #licenseExpiresAt(licenseExpiresAt: number | null): void {
    const state = this.#state
    if (state.kind === 'ready' || state.kind === 'logging_in') {
      state.identity = { ...state.identity, licenseExpiresAt }
    }
  }

  #push(frame: OutgoingFrame): void {
    if (this.#state.kind !== 'logging_in') {
      this.#send(frame)
      return
    }
    const { waiting } = this.#state
    waiting.frames.push(frame)
    waiting.length += frame.text.length
    const isTooSlow = waiting.length > this.#services.settings.rtm.bufferedBytes
    if (isTooSlow) this.#close(closeCodes.slowReader, 'too slow')
  }

  #fail(answered: Answered, error: ParleyError): void {
    this.#services.logFailure(error, answered.action)
    this.#send(failureFrame(answered, error))
    const { api } = this.#address
    if (this.#state.kind === 'ready') this.#endBy(disconnectOfSession(api, error.type))
    else if (answered.action === 'login') this.#endBy(disconnectAfterLogin(api, error.type))
  }

  #checkIdentity(identity: Identity, now: number): void {
    try {
      assertUsable(identity, now)
    } catch (cause) {
      this.#endBy(disconnectOfSession(this.#address.api, toParleyError(cause).type))
    }
  }

  #endBy(disconnect: Disconnect | undefined): void {
    if (disconnect !== undefined) this.disconnect(disconnect)
  }

  /** What is queued already decides, not the frame: one long answer is no reader's fault. */
  #send(frame: OutgoingFrame): void {
    if (this.#state.kind === 'closed') return
    const burstBytes = this.#services.settings.rtm.bufferedBytes * burstFactor
    if (this.#connection.bufferedBytes > burstBytes) this.#close(closeCodes.slowReader, 'too slow')
    else this.#connection.send(frame)
  }

  #isStuck(limit: number): boolean {
    const before = this.#unsentAtSweep
    this.#unsentAtSweep = this.#connection.bufferedBytes
    return before > limit && this.#unsentAtSweep >= before
  }

  #close(code: CloseCode, reason: string): void {
    if (this.#state.kind === 'closed') return
    this.#leave()
    this.#state = { kind: 'closed', at: this.#services.clock.now() }
    this.#gate.clear()
    this.#connection.close(code, reason)
  }

  /** Pushes reach it no more; a connection that is still open may log in again. */
  #leave(): void {
    if (this.#state.kind !== 'logging_in' && this.#state.kind !== 'ready') return
    this.#services.unregister(this.#state.target)
    this.#state = { kind: 'anonymous' }
  }
}
