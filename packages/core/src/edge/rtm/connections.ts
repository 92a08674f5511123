import { toParleyError } from '../../dispatch/failures.js'
import type { Shutdown } from '../../dispatch/shutdown.js'
import { invalid, ParleyError } from '../../errors.js'
import type { FailureLog } from '../../logging/failure-log.js'
import type { RtmConnection } from '../../ports/rtm-connection.js'
import type { Presence } from '../../presence/presence.js'
import type { PushTarget } from '../../push/push-target.js'
import type { PushTargets } from '../../push/push-targets.js'
import type { QueuePositions } from '../../routing/queue-positions.js'
import type { Settings } from '../../settings.js'
import type { RtmHandshake, RtmSession } from '../edge.js'
import type { ClientAddresses } from '../http/client-address.js'
import { getHeader } from '../http/headers.js'
import type { TextResponse } from '../http/http.js'
import { failure } from '../http/responses.js'
import { findLicenseId } from '../protocol/license-id.js'
import { type ChatAddress, isSocketIoPath, parseRoute } from '../protocol/routes.js'
import { AnonymousConnections } from './anonymous-connections.js'
import { Connection, type ConnectionServices } from './connection.js'
import { getLicenseDisconnect, unsupportedVersionDisconnect } from './disconnects.js'
import { disconnectFrame } from './frames.js'
import { perform } from './requests.js'
import type { EngineServices, RtmServices } from './services.js'
import { RtmTimers } from './timers.js'

export interface RtmDependencies extends EngineServices {
  readonly failures: FailureLog
  readonly clientAddresses: ClientAddresses
  readonly shutdown: Shutdown
  readonly targets: PushTargets
  readonly presence: Presence
  readonly queuePositions: Pick<QueuePositions, 'add' | 'remove'>
}

/** Burst of messages that an anonymous connection may send, in seconds of the rate (decisions §16.20). */
const anonymousBurstSeconds = 2

/** Minimum time between the checks of two connections, in milliseconds. */
const resumingMs = 2
/**
 * Time over which the clients reconnect, in milliseconds. Applies even to few sessions, because other nodes ask theirs
 * to reconnect too.
 */
const returningMs = 5_000

/** All real-time connections of this node, logged in or not. */
export class Connections {
  readonly #dependencies: RtmDependencies
  readonly #services: ConnectionServices
  readonly #open = new Set<Connection>()
  /** Sockets that asked for a version that does not exist. */
  readonly #refused = new Set<RtmConnection>()
  readonly #anonymous: AnonymousConnections
  readonly #timers: RtmTimers
  #lastId = 0
  #isClosed = false
  #onAllGone: (() => void) | undefined

  constructor(dependencies: RtmDependencies) {
    this.#dependencies = dependencies
    const { settings, clock, admission, callerRates, addressRates, longResponses, dispatcher } = dependencies
    const { deadlines, catchUp } = dependencies
    const { anonymousCount, anonymousPerAddressCount, stalledBytes } = settings.rtm
    this.#anonymous = new AnonymousConnections(anonymousCount, anonymousPerAddressCount)
    this.#timers = new RtmTimers(clock, this.#open, stalledBytes)
    this.#services = {
      ...{
        settings,
        clock,
        admission,
        callerRates,
        addressRates,
        longResponses,
        dispatcher,
        deadlines,
        catchUp,
      },
      intake: intakeBoundsOf(settings.rtm),
      anonymous: this.#anonymous,
      perform: (connection, message, intake) => void perform(this.#services, connection, message, intake),
      watch: (connection) => this.#timers.watch(connection),
      register: (target) => this.#register(target),
      reregister: (target, change) => dependencies.targets.change(target, change),
      unregister: (target) => this.#unregister(target),
      pushQueuePosition: (target) => dependencies.queuePositions.add(target),
      forget: (connection) => this.#forget(connection),
      logFailure: (error, action) => this.#logFailure(error, action),
    }
  }

  /** Refuses a bad address before the upgrade. Anything that the protocol can express is reported after the upgrade. */
  refuse(handshake: RtmHandshake): TextResponse | undefined {
    try {
      this.#dependencies.shutdown.check()
      const { settings, clientAddresses } = this.#dependencies
      const route = parseRoute(handshake.path, settings.paths)
      const isVersionUnknown = route.kind === 'unsupported_version' && route.isRtm
      if (route.kind === 'not_found') throw new ParleyError('not_found')
      const isSpoken = isSocketIoPath(handshake.path, settings.paths) === (handshake.wire === 'socket.io')
      if (!isSpoken || (route.kind !== 'rtm' && !isVersionUnknown))
        throw invalid({ path: 'url', rule: 'not_found' }, 'unknown endpoint')
      if (route.kind === 'rtm') this.#findLicenseId(route.address, handshake)
      this.#anonymous.requireCapacity(clientAddresses.resolve(handshake))
      return undefined
    } catch (cause) {
      return failure(toParleyError(cause))
    }
  }

  /** Opens a connection on a socket, which the handshake has asked for. */
  open(socket: RtmConnection, handshake: RtmHandshake): RtmSession {
    const route = parseRoute(handshake.path, this.#dependencies.settings.paths)
    if (route.kind === 'unsupported_version' && route.isRtm) {
      return this.#refuseVersion(socket, route.api, handshake)
    }
    if (route.kind !== 'rtm') throw new TypeError(`${handshake.path} is not a real-time address`)
    const userAgent = getHeader(handshake.headers, 'user-agent')?.slice(0, 512) ?? null
    const { address } = route
    const licenseId = this.#findLicenseId(address, handshake)
    const clientAddress = this.#dependencies.clientAddresses.resolve(handshake)
    const forwardedAddress = clientAddress === handshake.remoteAddress ? null : clientAddress
    this.#lastId += 1
    const id = this.#lastId
    const opening = { id, address, licenseId, userAgent, forwardedAddress }
    const connection = new Connection(this.#services, socket, opening)
    this.#open.add(connection)
    this.#anonymous.add(connection, connection.remoteAddress)
    if (this.#isClosed) connection.shutDown()
    else if (licenseId !== undefined) this.#requireLicense(connection, licenseId)
    return connection
  }

  /**
   * Makes all connections recover, because messages from other nodes may have been lost. Their sessions check their
   * tokens one after another: within a second when there are few, and at most within the period of the regular check
   * (decisions §16.10). Only the client can find missed pushes, so the clients are asked to reconnect, spread over some
   * seconds.
   */
  recover(): void {
    const { identityCheckMs } = this.#dependencies.settings.rtm
    const { size } = this.#open
    const stepMs = Math.min(resumingMs, identityCheckMs / size)
    const returnStepMs = Math.max(stepMs, returningMs / size)
    let index = 0
    for (const connection of this.#open) {
      connection.recover({
        checkInMs: Math.floor(index * stepMs),
        reconnectInMs: Math.floor(index * returnStepMs),
      })
      index += 1
    }
  }

  /** Resolves when every request of every connection has been answered. */
  async idle(): Promise<void> {
    await Promise.all([...this.#open].map((connection) => connection.idle()))
  }

  /** Closes every connection. Resolves when the peers have closed them too. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#timers.close()
    for (const connection of this.#open) connection.shutDown()
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#onAllGone = resolve))
  }

  /** Ends the connections that their peers have not closed. */
  terminate(): void {
    for (const connection of this.#open) connection.terminate()
    for (const socket of this.#refused) socket.terminate()
  }

  /** Refuses an unknown version in the protocol itself, and then closes the connection (decisions §9). */
  #refuseVersion(socket: RtmConnection, api: ChatAddress['api'], handshake: RtmHandshake): RtmSession {
    this.#refused.add(socket)
    this.#anonymous.add(socket, this.#dependencies.clientAddresses.resolve(handshake))
    socket.send(disconnectFrame(api, 'unsupported_version'))
    socket.close(unsupportedVersionDisconnect.code, 'unsupported_version')
    const nothing = () => undefined
    const closed = () => {
      this.#refused.delete(socket)
      this.#anonymous.remove(socket)
    }
    const receivePing = () => false
    return { receive: nothing, receiveBinary: nothing, receivePing, receivePong: nothing, closed }
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection)
    if (this.#open.size === 0) this.#onAllGone?.()
  }

  #findLicenseId(address: ChatAddress, { query }: RtmHandshake): number | undefined {
    return findLicenseId(address.api, query, this.#dependencies.settings.limits.queryBytes)
  }

  /** Reports an unknown license immediately, and not at `login` (spec chat.md "Customer API pushes"). */
  #requireLicense(connection: Connection, licenseId: number): void {
    const { admission } = this.#dependencies
    if (admission.knowsLicense(licenseId)) return
    admission.requireLicense(licenseId).catch((cause: unknown) => {
      const error = toParleyError(cause)
      connection.endWith(getLicenseDisconnect(error.type))
      this.#logFailure(error, undefined)
    })
  }

  #register(target: PushTarget): void {
    const { settings, targets } = this.#dependencies
    const { kind, licenseId, id } = target.caller.principal
    const isAgent = kind === 'agent'
    const present = isAgent ? targets.listByAgent(licenseId, id) : targets.listByCustomer(licenseId, id)
    const { connectionsPerAgent, connectionsPerCustomer } = settings.rtm
    if (present.length >= (isAgent ? connectionsPerAgent : connectionsPerCustomer)) {
      throw new ParleyError('too_many_requests', { detail: 'too many connections' })
    }
    targets.add(target)
  }

  #unregister(target: PushTarget): void {
    const { targets, presence, queuePositions } = this.#dependencies
    const wasRegistered = targets.remove(target)
    queuePositions.remove(target)
    const { principal } = target.caller
    // A session that was ended without a grace period is no longer registered.
    if (principal.kind === 'agent') presence.reportDisconnect(principal, { hasGrace: wasRegistered })
  }

  #logFailure(error: ParleyError, action: string | undefined): void {
    this.#dependencies.failures.request('A real-time request failed', error, { action })
  }
}

function intakeBoundsOf(rtm: Settings['rtm']): RtmServices['intake'] {
  const { inFlightCount, anonymousMessagesPerSecond: perSecond } = rtm
  return {
    anonymous: { inFlightCount, perSecond, burst: perSecond * anonymousBurstSeconds },
    loggedIn: { inFlightCount, perSecond: rtm.messagesPerSecond, burst: rtm.messageBurstCount },
  }
}
