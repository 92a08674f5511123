import type { Dispatcher } from '../dispatch/dispatcher.js'
import { toParleyError } from '../dispatch/failures.js'
import type { Push } from '../domain/push.js'
import type { Rate } from '../domain/rate-limit.js'
import { invalid, ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Logger } from '../ports/logger.js'
import type { RtmConnection } from '../ports/rtm-connection.js'
import type { RequestOrigin } from '../push/bus-message.js'
import type { Presence } from '../push/presence.js'
import type { PushTarget } from '../push/push-target.js'
import type { Sessions } from '../push/sessions.js'
import type { Settings } from '../settings.js'
import type { Admission } from './admission.js'
import { unsupportedVersionDisconnect } from './disconnects.js'
import type { RtmHandshake, RtmSession } from './edge.js'
import { headerOf } from './headers.js'
import type { HttpResponse } from './http.js'
import { licenseIdOf } from './license-id.js'
import { failure } from './responses.js'
import { type Address, routeOf } from './routes.js'
import { disconnectFrame } from './rtm-frames.js'
import { Session } from './rtm-session.js'

export interface RtmParts {
  readonly settings: Settings
  readonly clock: Clock
  readonly logger: Logger
  readonly admission: Admission
  readonly dispatcher: Dispatcher
  readonly sessions: Sessions
  readonly presence: Presence
  readonly newId: () => string
  readonly emit: (pushes: readonly Push[], origin: RequestOrigin | null) => void
}

/** What a session may use. */
export type RtmServices = Pick<RtmParts, 'settings' | 'clock' | 'admission' | 'dispatcher' | 'emit'> & {
  /** Of the messages of one connection. */
  readonly rate: Rate
  /** `too_many_requests` when the user has as many connections as allowed. */
  readonly register: (target: PushTarget) => void
  /** The caller of a registered target changes. */
  readonly reregister: (target: PushTarget, change: () => void) => void
  readonly unregister: (target: PushTarget) => void
  readonly forget: (session: Session) => void
  readonly logFailure: (error: ParleyError, action: string | undefined) => void
}

const sweepPeriodMs = 1_000

/** All real-time connections of this node, logged in or not, on one timer. */
export class RtmSessions {
  readonly #parts: RtmParts
  readonly #services: RtmServices
  readonly #open = new Set<Session>()
  readonly #stop: () => void
  #lastId = 0
  #isClosed = false

  constructor(parts: RtmParts) {
    this.#parts = parts
    const { settings, clock, admission, dispatcher, emit } = parts
    const { messagesPerSecond, messageBurstCount } = settings.rtm
    this.#services = {
      ...{ settings, clock, admission, dispatcher, emit },
      rate: { perSecond: messagesPerSecond, burst: messageBurstCount },
      register: (target) => this.#register(target),
      reregister: (target, change) => this.#reregister(target, change),
      unregister: (target) => this.#unregister(target),
      forget: (session) => this.#open.delete(session),
      logFailure: (error, action) => this.#logFailure(error, action),
    }
    this.#stop = clock.every(sweepPeriodMs, () => this.#sweep())
  }

  /** A bad address is refused before the upgrade; what a client of the protocol can hear is said after it. */
  refuse(handshake: RtmHandshake): HttpResponse | undefined {
    try {
      if (this.#isClosed) throw new ParleyError('service_unavailable', { detail: 'shut down' })
      const route = routeOf(handshake.path, this.#parts.settings.paths)
      if (route.kind === 'unsupported_version' && route.isRtm) return undefined
      if (route.kind === 'not_found') throw new ParleyError('not_found')
      if (route.kind !== 'rtm') throw invalid('unknown endpoint')
      this.#licenseIdOf(route.address, handshake)
      return undefined
    } catch (cause) {
      return failure(toParleyError(cause))
    }
  }

  open(connection: RtmConnection, handshake: RtmHandshake): RtmSession {
    const route = routeOf(handshake.path, this.#parts.settings.paths)
    if (route.kind === 'unsupported_version') return refused(connection, route.api)
    if (route.kind !== 'rtm') throw new TypeError(`${handshake.path} is not a real-time address`)
    const userAgent = headerOf(handshake.headers, 'user-agent')?.slice(0, 512) ?? null
    const { address } = route
    const licenseId = this.#licenseIdOf(address, handshake)
    this.#lastId += 1
    const session = new Session(this.#services, connection, {
      id: this.#lastId,
      address,
      licenseId,
      userAgent,
    })
    this.#open.add(session)
    if (this.#isClosed) session.shutDown()
    else if (licenseId !== undefined) this.#checkLicense(session, licenseId)
    return session
  }

  /** Resolves once every connection has its answers. */
  async idle(): Promise<void> {
    await Promise.all([...this.#open].map((session) => session.idle()))
  }

  /** Closes every connection. */
  close(): void {
    this.#isClosed = true
    this.#stop()
    for (const session of this.#open) session.shutDown()
  }

  #licenseIdOf(address: Address, { query }: RtmHandshake): number | undefined {
    if (address.api !== 'customer') return undefined
    return licenseIdOf(query, this.#parts.settings.limits.queryBytes)
  }

  /** An unknown license is told at once, not at `login` (spec chat.md "Customer API pushes"). */
  #checkLicense(session: Session, licenseId: number): void {
    this.#parts.admission.requireLicense(licenseId).catch((cause: unknown) => {
      const error = toParleyError(cause)
      session.endByLicense(error.type)
      this.#logFailure(error, undefined)
    })
  }

  #register(target: PushTarget): void {
    const { settings, sessions } = this.#parts
    const { api, principal } = target.caller
    const { licenseId, id } = principal
    const isAgent = api === 'agent'
    const present = isAgent ? sessions.ofAgent(licenseId, id) : sessions.ofCustomer(licenseId, id)
    const { connectionsPerAgent, connectionsPerCustomer } = settings.rtm
    if (present.length >= (isAgent ? connectionsPerAgent : connectionsPerCustomer)) {
      throw new ParleyError('too_many_requests', { detail: 'too many connections' })
    }
    sessions.add(target)
  }

  #reregister(target: PushTarget, change: () => void): void {
    const { sessions } = this.#parts
    sessions.remove(target)
    change()
    sessions.add(target)
  }

  #unregister(target: PushTarget): void {
    const { sessions, presence } = this.#parts
    const wasRegistered = sessions.remove(target)
    const { caller } = target
    if (wasRegistered && caller.api === 'agent') presence.left(caller.principal)
  }

  #sweep(): void {
    const now = this.#parts.clock.now()
    for (const session of this.#open) session.sweep(now)
  }

  #logFailure(error: ParleyError, action: string | undefined): void {
    if (error.type !== 'internal' && error.type !== 'service_unavailable') return
    const { type, cause } = error
    this.#parts.logger.error('A real-time request failed', {
      requestId: this.#parts.newId(),
      action,
      type,
      cause,
    })
  }
}

/** A version that does not exist: said as the protocol says it, then closed (decisions §9). */
function refused(connection: RtmConnection, api: Address['api']): RtmSession {
  connection.send(disconnectFrame(api, 'unsupported_version'))
  connection.close(unsupportedVersionDisconnect.code, 'unsupported_version')
  const nothing = () => undefined
  return { receive: nothing, receiveBinary: nothing, receivePing: nothing, closed: nothing }
}
