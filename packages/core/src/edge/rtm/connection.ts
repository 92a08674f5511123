import type { CloseCode } from '../../contract/close-codes.js'
import type { ChatCaller } from '../../domain/caller.js'
import type { ClientOrigin } from '../../domain/visits.js'
import { ParleyError } from '../../errors.js'
import type { RtmConnection } from '../../ports/rtm-connection.js'
import type { Settings } from '../../settings.js'
import type { AdmissionResult } from '../admission/admission.js'
import { minRequestBytes } from '../admission/caller-rates.js'
import type { RtmMessage, RtmSession } from '../edge.js'
import { nothingEchoed } from '../protocol/envelope.js'
import type { ChatAddress } from '../protocol/routes.js'
import { closeCodes } from './close-codes.js'
import type { Disconnect } from './disconnects.js'
import { disconnectFrame, failureFrame, readEchoedFields } from './frames.js'
import { Intake, type IntakeConnection } from './intake.js'
import { Output } from './output.js'
import type { RtmServices } from './services.js'
import { type Resumption, Session, type SessionConnection } from './session.js'
import type { TimedConnection } from './timers.js'

/** Time that a peer has to close the connection from its side, in milliseconds. */
const closingMs = 5_000
/** Maximum number of refusals in a row before an anonymous peer is disconnected (decisions §16.20). */
const maxAnonymousRefusals = 5
/** The same limit for a logged-in peer whose reading cannot be paused. */
const maxUnpausedRefusals = 100
/** Maximum length of a refused message that is parsed, so that the response can name the request. */
const maxNamedLength = 4_096

/** The parts of the engine and of its list of connections that a connection uses. */
export interface ConnectionServices extends RtmServices {
  /** Handles a message and sends the response. Then it calls `ended` of the intake. */
  readonly perform: (connection: Connection, message: RtmMessage, intake: Intake) => void
  /** Calls `tick` of the connection about 20 times a second, until it returns `false`. */
  readonly watch: (connection: Connection) => void
  readonly forget: (connection: Connection) => void
}

/** Values that a connection is opened with. */
export interface OpeningValues {
  /** Unique id on this node. */
  readonly id: number
  readonly address: ChatAddress
  /** License id from the query of a Customer API address. */
  readonly licenseId: number | undefined
  readonly userAgent: string | null
  /** Address of the client, if it is not at the other end of the socket. */
  readonly forwardedAddress: string | null
}

/**
 * One real-time connection from its opening to its end: its socket, its output and its time limits (decisions §10). The
 * intake limits what it asks for, and the session is the user who is logged in.
 */
export class Connection
  extends Output<RtmConnection>
  implements RtmSession, TimedConnection, IntakeConnection, SessionConnection
{
  readonly id: number
  readonly address: ChatAddress
  readonly licenseId: number | undefined
  readonly #userAgent: string | null
  readonly #forwardedAddress: string | null
  readonly #services: ConnectionServices
  readonly #openedAt: number
  /** Exists while the peer has recently sent something. */
  #intake: Intake | undefined
  #session: Session | undefined
  #closedAt: number | undefined
  #lastFrameAt: number

  constructor(services: ConnectionServices, socket: RtmConnection, opening: OpeningValues) {
    super(socket)
    this.id = opening.id
    this.address = opening.address
    this.licenseId = opening.licenseId
    this.#userAgent = opening.userAgent
    this.#forwardedAddress = opening.forwardedAddress
    this.#services = services
    this.#openedAt = this.now()
    this.#lastFrameAt = this.#openedAt
    socket.limitFrames(services.settings.rtm.anonymousFrameBytes)
  }

  get client(): ClientOrigin {
    return { ip: this.remoteAddress, userAgent: this.#userAgent }
  }

  get remoteAddress(): string | null {
    return this.#forwardedAddress ?? this.socket.remoteAddress
  }

  get session(): Session | undefined {
    return this.#session
  }

  get isClosed(): boolean {
    return this.#closedAt !== undefined
  }

  /** Whether the connection is open and nobody is logged in. */
  get isAnonymous(): boolean {
    return this.#closedAt === undefined && this.#session === undefined
  }

  receive(message: RtmMessage): void {
    if (this.isClosed) return
    this.#lastFrameAt = this.now()
    if (message.length > this.#maxMessageLength) this.#close(closeCodes.messageTooBig, 'frame too large')
    else this.#openIntake().receive(message)
  }

  receiveBinary(): void {
    this.#close(closeCodes.unsupportedData, 'the protocol has text frames only')
  }

  receivePing(): boolean {
    this.#lastFrameAt = this.now()
    return this.#receiveControl() && this.keepsUp()
  }

  receivePong(): void {
    this.#receiveControl()
  }

  closed(): void {
    this.#end()
    this.releaseAll()
    this.#services.anonymous.remove(this)
    this.#services.forget(this)
  }

  /** Returns the time in whole milliseconds, which take less memory. */
  now(): number {
    return Math.floor(this.#services.clock.monotonic())
  }

  get canPause(): boolean {
    return this.socket.canPause
  }

  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
  }

  isThrottled(): boolean {
    const session = this.#session
    return session !== undefined && this.#services.callerRates.getWaitMs(session.identity) > 0
  }

  /** A long message waits instead of being refused, because a refusal would end all connections from its address. */
  mustWait({ length }: RtmMessage): boolean {
    const isLong = this.#session === undefined && length >= minRequestBytes
    return isLong && this.#services.addressRates.isThrottled(this.remoteAddress)
  }

  /** Charges the message to the user who is logged in, or to the address before that, and handles it. */
  perform(message: RtmMessage, intake: Intake): void {
    const { callerRates, addressRates, perform } = this.#services
    const { length } = message
    if (this.#session !== undefined) callerRates.chargeMessage(this.#session.identity, length)
    else if (length >= minRequestBytes) addressRates.chargeRequest(this.remoteAddress, length)
    perform(this, message, intake)
  }

  refuse(message: RtmMessage | undefined, refusalCount: number): void {
    if (message !== undefined) {
      const echoed = message.length <= maxNamedLength ? readEchoedFields(message) : nothingEchoed
      this.sendResponse(failureFrame(echoed, new ParleyError('too_many_requests', { retryAfterSeconds: 1 })))
    }
    const isTolerated = this.isAnonymous
      ? refusalCount <= maxAnonymousRefusals
      : this.canPause || refusalCount <= maxUnpausedRefusals
    if (!isTolerated) this.giveUp()
  }

  giveUp(): void {
    this.#close(closeCodes.tooManyMessages, 'too many messages')
  }

  watch(): void {
    this.#services.watch(this)
  }

  tick(): boolean {
    if (this.isClosed) return false
    const [isStopped, isAnswering] = [this.#intake?.tick() === true, this.releaseSent()]
    return isStopped || isAnswering
  }

  sweep(now: number): void {
    const { loginTimeoutMs, inactivityTimeoutMs } = this.#services.settings.rtm
    if (this.#intake?.isQuiet) this.#intake = undefined
    if (this.#closedAt !== undefined) {
      if (now - this.#closedAt > closingMs) this.terminate()
    } else if (this.#isInactive(now, inactivityTimeoutMs)) {
      this.#close(closeCodes.inactivity, 'no frame for too long')
    } else if (this.#session === undefined && now - this.#openedAt >= loginTimeoutMs) {
      this.#close(closeCodes.loginTimeout, 'no login in time')
    } else if (this.isSlow(now)) {
      this.closeAsSlow()
    } else if (this.#session?.isReady) {
      this.#session.sweep(this.#services, now)
    }
  }

  /** A peer that does not close from its side counts as stalled too. */
  stalledBytes(now: number): number {
    return this.isClosed ? this.socket.bufferedBytes : this.unflushedBytes(now)
  }

  /** Called when messages from other nodes may have been lost. */
  recover(resumption: Resumption): void {
    this.#session?.recover(resumption, this.now(), this.#services.settings.rtm.identityCheckMs)
  }

  /**
   * Logs the user in. Pushes are held back from now on, until `login` is answered. Throws `too_many_requests` when the
   * user has the maximum number of connections.
   */
  enter(admitted: AdmissionResult<ChatCaller>): Session {
    const { settings, intake, register, anonymous } = this.#services
    const session = new Session(this, admitted)
    register(session)
    anonymous.remove(this)
    this.#session = session
    this.#intake?.changeBounds(intake.loggedIn)
    this.socket.limitFrames(settings.limits.bodyBytes)
    return session
  }

  /** Logs the user out: the connection receives no further pushes. If it is open, it may log in again. */
  leave(): void {
    if (this.#session === undefined) return
    this.#services.unregister(this.#session)
    this.#session = undefined
    if (!this.isClosed) this.#beAnonymous()
  }

  /** Closes the connection when too many pushes wait for the response to `login`. */
  reportHeldPushes(length: number): void {
    if (length > this.limits.bufferedBytes) this.closeAsSlow()
  }

  askToReconnect(): void {
    this.#close(closeCodes.serviceRestart, 'something was missed')
  }

  endWith(disconnect: Disconnect | undefined): void {
    if (disconnect === undefined) return
    const { reason, code } = disconnect
    if (reason !== undefined) this.push(disconnectFrame(this.address.api, reason))
    this.#close(code, reason ?? '')
  }

  closeAsSlow(): void {
    if (this.isClosed) this.terminate()
    else this.#close(closeCodes.slowReader, 'too slow')
  }

  /** Resolves when every request has been answered. */
  async idle(): Promise<void> {
    await this.#intake?.idle()
  }

  /** Closes the connection when the engine shuts down and all requests are answered. */
  shutDown(): void {
    this.#close(closeCodes.serviceRestart, 'the service restarts')
  }

  /** Ends the connection without waiting for the peer. */
  terminate(): void {
    this.socket.terminate()
  }

  protected get limits(): Settings['rtm'] {
    return this.#services.settings.rtm
  }

  get #maxMessageLength(): number {
    const { limits, rtm } = this.#services.settings
    return this.#session === undefined ? rtm.anonymousFrameBytes : limits.bodyBytes
  }

  /** Returns whether the peer was silent for too long. Time in which it was not read does not count. */
  #isInactive(now: number, timeoutMs: number): boolean {
    if (this.#intake?.isHolding) this.#lastFrameAt = now
    return now - this.#lastFrameAt >= timeoutMs
  }

  #receiveControl(): boolean {
    return !this.isClosed && this.#openIntake().receiveControl()
  }

  #openIntake(): Intake {
    const { anonymous, loggedIn } = this.#services.intake
    this.#intake ??= new Intake(this, this.#session === undefined ? anonymous : loggedIn)
    return this.#intake
  }

  #beAnonymous(): void {
    const { settings, intake, anonymous } = this.#services
    anonymous.add(this, this.remoteAddress)
    this.#intake?.changeBounds(intake.anonymous)
    this.socket.limitFrames(settings.rtm.anonymousFrameBytes)
  }

  #close(code: CloseCode, reason: string): void {
    if (this.isClosed) return
    this.#end()
    this.socket.close(code, reason)
  }

  /** Ends the connection: nothing is read, handled or sent from now on. */
  #end(): void {
    if (this.isClosed) return
    this.#closedAt = this.now()
    this.leave()
    this.#intake?.end()
  }
}
