import type { CloseCode } from '../../contract/close-codes.js'
import type { ChatCaller } from '../../domain/caller.js'
import type { ClientOrigin } from '../../domain/visits.js'
import { unusableReason } from '../../identity/identities.js'
import type { OutgoingFrame, RtmConnection } from '../../ports/rtm-connection.js'
import type { AdmissionResult } from '../admission/admission.js'
import type { RtmMessage, RtmSession } from '../edge.js'
import type { ChatAddress } from '../protocol/routes.js'
import { closeCodes } from './close-codes.js'
import { type Disconnect, findSessionDisconnect } from './disconnects.js'
import { disconnectFrame } from './frames.js'
import { LoggedIn } from './logged-in.js'
import { RtmOutput } from './output.js'
import { recheck } from './recheck.js'
import { RequestIntake } from './request-intake.js'
import type { OpenSession, Resumption, RtmServices } from './services.js'
import { type IntakeSession, SessionIntake } from './session-intake.js'

/** Time that a peer has to close the connection from its side, in milliseconds. */
const closingMs = 5_000
/** Values that a session is created with. */
export interface SessionValues {
  /** Unique id on this node. */
  readonly id: number
  readonly address: ChatAddress
  readonly licenseId: number | undefined
  readonly userAgent: string | null
  /** Address of the client, if it is not at the other end of the socket. */
  readonly forwardedAddress: string | null
}

/** One real-time connection from its opening to its end: its timeouts, its user, and its output (decisions §10). */
export class Session implements RtmSession, OpenSession, IntakeSession {
  readonly id: number
  readonly address: ChatAddress
  readonly licenseId: number | undefined
  readonly #userAgent: string | null
  readonly #forwardedAddress: string | null
  readonly #connection: RtmConnection
  readonly #services: RtmServices
  readonly #openedAt: number
  readonly #output: RtmOutput
  /** Exists while the peer has recently sent something. */
  #intake: RequestIntake | undefined
  #loggedIn: LoggedIn | undefined
  #closedAt: number | undefined
  #lastFrameAt: number
  #isRechecking = false

  constructor(services: RtmServices, connection: RtmConnection, opening: SessionValues) {
    const { settings } = services
    this.id = opening.id
    this.address = opening.address
    this.licenseId = opening.licenseId
    this.#userAgent = opening.userAgent
    this.#forwardedAddress = opening.forwardedAddress
    this.#services = services
    this.#connection = connection
    this.#openedAt = this.now()
    this.#lastFrameAt = this.#openedAt
    this.#output = new RtmOutput(connection, settings.rtm)
    connection.limitFrames(settings.rtm.anonymousFrameBytes)
  }

  get client(): ClientOrigin {
    return { ip: this.remoteAddress, userAgent: this.#userAgent }
  }

  get remoteAddress(): string | null {
    return this.#forwardedAddress ?? this.#connection.remoteAddress
  }

  get isClosed(): boolean {
    return this.#closedAt !== undefined
  }

  get isAnonymous(): boolean {
    return this.#closedAt === undefined && this.#loggedIn === undefined
  }

  get canPause(): boolean {
    return this.#connection.canPause
  }

  get loggedIn(): LoggedIn | undefined {
    return this.#loggedIn
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
    return this.#receiveControl()
  }

  receivePong(): void {
    this.#receiveControl()
  }

  closed(): void {
    this.#end()
    this.#output.end()
    this.#services.anonymous.remove(this)
    this.#services.forget(this)
  }

  /** Returns the time in whole milliseconds, which take less memory. */
  now(): number {
    return Math.floor(this.#services.clock.monotonic())
  }

  giveUp(): void {
    this.#close(closeCodes.tooManyMessages, 'too many messages')
  }

  watch(): void {
    this.#services.watch(this)
  }

  /** Called about 20 times a second while the session is watched. Returns whether it has to be watched further. */
  tick(): boolean {
    if (this.isClosed) return false
    const [isStopped, isAnswering] = [this.#intake?.tick() === true, this.#output.tick()]
    return isStopped || isAnswering
  }

  /** Called about once a second by a timer that all sessions share. Checks everything that depends on time. */
  sweep(now: number): void {
    const { loginTimeoutMs, inactivityTimeoutMs } = this.#services.settings.rtm
    if (this.#intake?.isQuiet) this.#intake = undefined
    if (this.#closedAt !== undefined) {
      if (now - this.#closedAt > closingMs) this.#connection.terminate()
    } else if (this.#isInactive(now, inactivityTimeoutMs)) {
      this.#close(closeCodes.inactivity, 'no frame for too long')
    } else if (this.#loggedIn === undefined && now - this.#openedAt >= loginTimeoutMs) {
      this.#close(closeCodes.loginTimeout, 'no login in time')
    } else if (this.#output.isSlow(now)) {
      this.closeAsSlow()
    } else if (this.#loggedIn?.isReady) {
      this.#checkIdentity(this.#loggedIn, now)
    }
  }

  recover({ checkInMs, reconnectInMs }: Resumption): void {
    const { identityCheckMs } = this.#services.settings.rtm
    const now = this.now()
    this.#loggedIn?.scheduleCheck(checkInMs, now, identityCheckMs)
    this.#loggedIn?.scheduleReconnect(reconnectInMs, now)
  }

  /** Returns the number of unsent bytes of a peer that takes nothing, or that does not close from its side. */
  stalledBytes(now: number): number {
    return this.isClosed ? this.#connection.bufferedBytes : this.#output.stalledBytes(now)
  }

  /**
   * Logs the user in. Pushes are held back from now on. Throws `too_many_requests` when the user has the maximum number
   * of connections.
   */
  enter(admitted: AdmissionResult<ChatCaller>): LoggedIn {
    const { settings, intake } = this.#services
    const loggedIn = new LoggedIn(this, admitted)
    this.#services.register(loggedIn)
    this.#services.anonymous.remove(this)
    this.#loggedIn = loggedIn
    this.#intake?.changeBounds(intake.loggedIn)
    this.#connection.limitFrames(settings.limits.bodyBytes)
    return loggedIn
  }

  /** Logs the user out: the session receives no further pushes. An open connection may log in again. */
  leave(): void {
    if (this.#loggedIn === undefined) return
    this.#services.unregister(this.#loggedIn)
    this.#loggedIn = undefined
    if (!this.isClosed) this.#beAnonymous()
  }

  push(frame: OutgoingFrame): void {
    if (!this.isClosed && !this.#output.push(frame)) this.closeAsSlow()
  }

  /** Sends a response. `release` is called when the network has taken it. */
  sendResponse(frame: OutgoingFrame, release?: () => void): void {
    if (this.isClosed) {
      release?.()
      return
    }
    this.#output.sendResponse(frame, release)
    if (release !== undefined) this.watch()
  }

  sendResponses(frames: readonly OutgoingFrame[], release: (() => void) | undefined): void {
    if (this.isClosed) {
      release?.()
      return
    }
    this.#output.sendResponses(frames, release)
    this.watch()
  }

  /** Closes the session when too many pushes wait for the response to `login`. */
  reportHeldPushes(length: number): void {
    if (length > this.#services.settings.rtm.bufferedBytes) this.closeAsSlow()
  }

  askToReconnect(): void {
    this.#close(closeCodes.serviceRestart, 'something was missed')
  }

  /** Ends the session, if there is a reason to. */
  endWith(disconnect: Disconnect | undefined): void {
    if (disconnect === undefined) return
    const { reason, code } = disconnect
    if (reason !== undefined) this.push(disconnectFrame(this.address.api, reason))
    this.#close(code, reason ?? '')
  }

  /** Closes the connection, because its peer does not read what it is sent (decisions §10.4). */
  closeAsSlow(): void {
    if (this.isClosed) this.#connection.terminate()
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
    this.#connection.terminate()
  }

  get #maxMessageLength(): number {
    const { limits, rtm } = this.#services.settings
    return this.#loggedIn === undefined ? rtm.anonymousFrameBytes : limits.bodyBytes
  }

  /** Returns whether the peer was silent for too long. Time in which it was not read does not count. */
  #isInactive(now: number, timeoutMs: number): boolean {
    if (this.#intake?.isHolding) this.#lastFrameAt = now
    return now - this.#lastFrameAt >= timeoutMs
  }

  #receiveControl(): boolean {
    return !this.isClosed && this.#openIntake().receiveControl()
  }

  #openIntake(): RequestIntake {
    const { anonymous, loggedIn } = this.#services.intake
    const bounds = this.#loggedIn === undefined ? anonymous : loggedIn
    this.#intake ??= new RequestIntake(new SessionIntake(this.#services, this), this.#output, bounds)
    return this.#intake
  }

  #beAnonymous(): void {
    const { settings, intake, anonymous } = this.#services
    anonymous.add(this)
    this.#intake?.changeBounds(intake.anonymous)
    this.#connection.limitFrames(settings.rtm.anonymousFrameBytes)
  }

  #checkIdentity(loggedIn: LoggedIn, now: number): void {
    const { settings, clock } = this.#services
    const error = unusableReason(loggedIn.identity, clock.now())
    if (error !== undefined) this.endWith(findSessionDisconnect(this.address.api, error))
    else if (loggedIn.isCheckDue(now, settings.rtm.identityCheckMs)) void this.#recheck(loggedIn)
    else if (loggedIn.mustReconnect(now) && !this.#isRechecking) this.askToReconnect()
  }

  /** Checks the token again. Ends a session whose token is no longer valid, instead of asking it to reconnect. */
  async #recheck(loggedIn: LoggedIn): Promise<void> {
    this.#isRechecking = true
    await recheck(this.#services, this, loggedIn)
    this.#isRechecking = false
    if (this.#loggedIn === loggedIn && loggedIn.mustReconnect(this.now())) this.askToReconnect()
  }

  #close(code: CloseCode, reason: string): void {
    if (this.isClosed) return
    this.#end()
    this.#connection.close(code, reason)
  }

  /** Ends the session: nothing is read, handled or sent from now on. */
  #end(): void {
    if (this.isClosed) return
    this.#closedAt = this.now()
    this.leave()
    this.#intake?.end()
  }
}
