import { assertUsable } from '../auth/identities.js'
import { toParleyError } from '../dispatch/failures.js'
import type { ClientOrigin } from '../domain/customers.js'
import { type Bucket, fullBucket, takeToken } from '../domain/rate-limit.js'
import { type ErrorType, ParleyError } from '../errors.js'
import type { OutgoingFrame, RtmConnection } from '../ports/rtm-connection.js'
import { type CloseCode, closeCodes } from './close-codes.js'
import { type Disconnect, disconnectOfSession } from './disconnects.js'
import type { RtmSession } from './edge.js'
import { answeredOf } from './envelope.js'
import { RequestGate } from './request-gate.js'
import type { Address } from './routes.js'
import { disconnectFrame, failureFrame } from './rtm-frames.js'
import type { LoggedIn } from './rtm-logged-in.js'
import { perform } from './rtm-requests.js'
import type { RtmServices } from './rtm-sessions.js'

/**
 * Who has more than the limit unsent, and has read nothing since the last sweep, is slow. A burst of one moment,
 * which somebody else may have caused, is not the reader's fault up to this many times the limit.
 */
const burstFactor = 8

/** How long a peer may take to close from its side. */
const closingMs = 5_000

export interface Opening {
  /** Unique on this node. */
  readonly id: number
  readonly address: Address
  readonly licenseId: number | undefined
  readonly userAgent: string | null
}

/** One real-time connection from its opening to its end: its limits, its times, what goes out (decisions §10). */
export class Session implements RtmSession {
  readonly id: number
  readonly address: Address
  readonly licenseId: number | undefined
  readonly #userAgent: string | null
  readonly #connection: RtmConnection
  readonly #services: RtmServices
  readonly #openedAt: number
  readonly #gate: RequestGate
  #loggedIn: LoggedIn | undefined
  #closedAt: number | undefined
  #lastFrameAt: number
  #bucket: Bucket
  #unsentAtSweep = 0

  constructor(
    services: RtmServices,
    connection: RtmConnection,
    { id, address, licenseId, userAgent }: Opening,
  ) {
    const now = services.clock.now()
    this.id = id
    this.address = address
    this.licenseId = licenseId
    this.#userAgent = userAgent
    this.#services = services
    this.#connection = connection
    this.#openedAt = now
    this.#lastFrameAt = now
    this.#bucket = fullBucket(services.rate, now)
    this.#gate = new RequestGate(services.settings.rtm.inFlightCount, connection)
  }

  get client(): ClientOrigin {
    return { ip: this.#connection.remoteAddress, userAgent: this.#userAgent }
  }

  get isClosed(): boolean {
    return this.#closedAt !== undefined
  }

  get isAnonymous(): boolean {
    return this.#closedAt === undefined && this.#loggedIn === undefined
  }

  get loggedIn(): LoggedIn | undefined {
    return this.#loggedIn
  }

  receive(text: string): void {
    if (this.isClosed) return
    const now = this.#services.clock.now()
    this.#lastFrameAt = now
    const { bucket, isAllowed } = takeToken(this.#bucket, this.#services.rate, now)
    this.#bucket = bucket
    // Who asks for more than it reads would fill the memory with answers.
    const isBehind = this.#connection.bufferedBytes > this.#services.settings.rtm.bufferedBytes
    if (isAllowed && !isBehind) {
      this.#gate.run(() => perform(this.#services, this, text))
    } else {
      const error = new ParleyError('too_many_requests', { retryAfterSeconds: 1 })
      this.send(failureFrame(answeredOf(text), error))
    }
  }

  receiveBinary(): void {
    this.#close(closeCodes.unsupportedData, 'the protocol has text frames only')
  }

  receivePing(): void {
    this.#lastFrameAt = this.#services.clock.now()
  }

  closed(): void {
    this.#end()
    this.#services.forget(this)
  }

  /** Called about once a second, for everything that depends on time (architecture §5, rule 5). */
  sweep(now: number): void {
    const { bufferedBytes, loginTimeoutMs, inactivityTimeoutMs } = this.#services.settings.rtm
    if (this.#closedAt !== undefined) {
      if (now - this.#closedAt > closingMs) this.#connection.terminate()
    } else if (now - this.#lastFrameAt >= inactivityTimeoutMs) {
      this.#close(closeCodes.inactivity, 'no frame for too long')
    } else if (this.#loggedIn === undefined && now - this.#openedAt >= loginTimeoutMs) {
      this.#close(closeCodes.loginTimeout, 'no login in time')
    } else if (this.#isStuck(bufferedBytes)) {
      this.#closeAsSlow()
    } else if (this.#loggedIn?.isReady) {
      this.#checkIdentity(this.#loggedIn, now)
    }
  }

  /** Pushes reach it from now on; `too_many_requests` when the user has as many connections as allowed. */
  enter(loggedIn: LoggedIn): void {
    this.#services.register(loggedIn)
    this.#loggedIn = loggedIn
  }

  /** Pushes reach it no more; a connection that is still open may log in again. */
  leave(): void {
    if (this.#loggedIn === undefined) return
    this.#services.unregister(this.#loggedIn)
    this.#loggedIn = undefined
  }

  /** What is queued already decides, not the frame: one long answer is no reader's fault. */
  send(frame: OutgoingFrame): void {
    if (this.isClosed) return
    const burstBytes = this.#services.settings.rtm.bufferedBytes * burstFactor
    if (this.#connection.bufferedBytes > burstBytes) this.#closeAsSlow()
    else this.#connection.send(frame)
  }

  /** So much waits for the answer to `login`. */
  holds(length: number): void {
    if (length > this.#services.settings.rtm.bufferedBytes) this.#closeAsSlow()
  }

  /** Ends it, if there is a reason to. */
  endBy(disconnect: Disconnect | undefined): void {
    if (disconnect === undefined) return
    const { reason, code } = disconnect
    if (reason !== undefined) this.send(disconnectFrame(this.address.api, reason))
    this.#close(code, reason ?? '')
  }

  /** The license of the address does not exist, or could not be looked up. */
  endByLicense(error: ErrorType): void {
    const reason = error === 'license_not_found' ? error : 'internal_error'
    this.endBy({ reason, code: closeCodes.disconnected })
  }

  /** Resolves once everything that was asked has been answered. */
  idle(): Promise<void> {
    return this.#gate.idle()
  }

  /** The engine goes down; what was asked has been answered. */
  shutDown(): void {
    this.#close(closeCodes.serviceRestart, 'the service restarts')
  }

  #checkIdentity({ admitted }: LoggedIn, now: number): void {
    try {
      assertUsable(admitted.identity, now)
    } catch (cause) {
      this.endBy(disconnectOfSession(this.address.api, toParleyError(cause).type))
    }
  }

  #isStuck(limit: number): boolean {
    const before = this.#unsentAtSweep
    this.#unsentAtSweep = this.#connection.bufferedBytes
    return before > limit && this.#unsentAtSweep >= before
  }

  #closeAsSlow(): void {
    this.#close(closeCodes.slowReader, 'too slow')
  }

  #close(code: CloseCode, reason: string): void {
    if (this.isClosed) return
    this.#end()
    this.#connection.close(code, reason)
  }

  /** Nothing is heard, done or sent from now on. */
  #end(): void {
    this.leave()
    this.#closedAt = this.#services.clock.now()
    this.#gate.clear()
  }
}
