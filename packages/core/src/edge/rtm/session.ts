import { toParleyError } from '../../dispatch/failures.js'
import type { Caller, ChatCaller } from '../../domain/caller.js'
import type { ChatCommit } from '../../facts/fact-batch.js'
import { unusableReason } from '../../identity/identities.js'
import type { Identity } from '../../identity/known-token.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import type { AgentAccess, EndCause, PushTarget } from '../../push/push-target.js'
import { type AdmissionResult, toChatCaller } from '../admission/admission.js'
import type { ChatAddress } from '../protocol/routes.js'
import type { CatchUpWatermark } from './catch-up-watermark.js'
import { type Disconnect, findDisconnect, findSessionDisconnect } from './disconnects.js'
import type { RtmServices } from './services.js'

/** The connection of a session, as far as the session needs it. */
export interface SessionConnection {
  /** Unique id on this node. */
  readonly id: number
  readonly address: ChatAddress
  /** The session that is open now. */
  readonly session: object | undefined
  push(frame: OutgoingFrame): void
  /** Reports how many characters of pushes wait for the response to `login`. */
  reportHeldPushes(length: number): void
  /** Ends the connection because it has missed something. The client reconnects, and reads again or catches up. */
  askToReconnect(): void
  /** Ends the connection, if there is a reason to. */
  endWith(disconnect: Disconnect | undefined): void
}

/** How a session makes up for messages that may be lost. */
export interface Resumption {
  /** Maximum time until its token is checked again, in milliseconds. */
  readonly checkInMs: number
  /** Time until it is ended, so that the client reads again or catches up, in milliseconds. */
  readonly reconnectInMs: number
}

/** Pushes that wait for the response to `login`. */
interface HeldPushes {
  readonly pushes: HeldPush[]
  length: number
}

interface HeldPush {
  readonly frame: OutgoingFrame
  readonly commit: ChatCommit | null
}

/** The user who is logged in on a connection, and their token. Holds pushes back until `login` is answered. */
export class Session implements PushTarget {
  caller: ChatCaller
  /** Identity as it was last read. */
  identity: Identity
  readonly #connection: SessionConnection
  /** Time of the last check of the token, by the monotonic clock; `undefined` before the first check. */
  #checkedAt: number | undefined
  #isChecking = false
  #held: HeldPushes | undefined = { pushes: [], length: 0 }
  #isSequenced = false
  #watermark: CatchUpWatermark | undefined
  /** Time at which the client is asked to reconnect, by the monotonic clock. */
  #returnsAt: number | undefined

  constructor(connection: SessionConnection, { caller, identity }: AdmissionResult<ChatCaller>) {
    this.caller = caller
    this.identity = identity
    this.#connection = connection
  }

  get id(): number {
    return this.#connection.id
  }

  get tokenHash(): string {
    return this.identity.tokenHash
  }

  get isSequenced(): boolean {
    return this.#isSequenced
  }

  /** Shows `sequence` in pushes from now on (decisions §16.9). */
  showSequences(): void {
    this.#isSequenced = true
  }

  /** Whether `login` is answered. */
  get isReady(): boolean {
    return this.#held === undefined
  }

  push(frame: OutgoingFrame, commit: ChatCommit | null): void {
    if (this.#held !== undefined) this.#hold({ frame, commit }, this.#held)
    else if (this.#watermark === undefined || this.#watermark.passes(commit)) this.#connection.push(frame)
  }

  /**
   * Sends the pushes that were held back, now that `login` is answered. `watermark` keeps those out that the catch-up
   * contained.
   */
  releasePushes(watermark: CatchUpWatermark | undefined): void {
    const held = this.#held
    this.#held = undefined
    this.#watermark = watermark
    for (const { frame, commit } of held?.pushes ?? []) this.push(frame, commit)
  }

  /**
   * Changes the user. Only for sessions that are not registered, or through `reregister`: the registry finds them by
   * their old values.
   */
  changeUser({ caller, identity }: AdmissionResult<ChatCaller>): void {
    this.caller = caller
    this.identity = identity
  }

  end(cause: EndCause): void {
    this.#connection.endWith(findDisconnect(this.caller.api, cause))
  }

  askToReconnect(): void {
    this.#connection.askToReconnect()
  }

  /**
   * Applies a changed permission and groups. The scopes follow at the next check of the token, which every request
   * makes.
   */
  setAccess({ permission, groups }: AgentAccess): void {
    const { caller } = this
    if (caller.api !== 'agent') return
    this.caller = { ...caller, principal: { ...caller.principal, permission, groups } }
  }

  licenseExpiresAt(licenseExpiresAt: number | null): void {
    this.identity = { ...this.identity, licenseExpiresAt }
  }

  /** Makes up for messages of other nodes that may be lost. `periodMs` is the time between two checks of the token. */
  recover({ checkInMs, reconnectInMs }: Resumption, now: number, periodMs: number): void {
    const checkedAt = now - periodMs + checkInMs
    this.#checkedAt = Math.min(this.#checkedAt ?? checkedAt, checkedAt)
    this.#returnsAt = Math.min(this.#returnsAt ?? now + reconnectInMs, now + reconnectInMs)
  }

  /**
   * Checks whether the user may stay, about once a second. A session whose token is no longer valid is ended, instead
   * of being asked to reconnect.
   */
  sweep(services: RtmServices, now: number): void {
    const error = unusableReason(this.identity, services.clock.now())
    if (error !== undefined) this.#connection.endWith(findSessionDisconnect(this.caller.api, error))
    else if (this.#isCheckDue(now, services.settings.rtm.identityCheckMs)) void this.#check(services)
    else if (this.#mustReconnect(now) && !this.#isChecking) this.askToReconnect()
  }

  /**
   * Checks whether the token is still valid and to whom it belongs, because the message about a change may have been
   * lost (decisions §16.10).
   */
  async #check(services: RtmServices): Promise<void> {
    this.#isChecking = true
    try {
      await this.#readAgain(services)
    } catch (cause) {
      if (!this.#isCurrent()) return
      const error = toParleyError(cause)
      const disconnect = findSessionDisconnect(this.caller.api, error.type)
      if (disconnect === undefined) services.logFailure(error, undefined)
      else this.#connection.endWith(disconnect)
    }
    this.#isChecking = false
    if (this.#isCurrent() && this.#mustReconnect(services.clock.monotonic())) this.askToReconnect()
  }

  async #readAgain({ admission, reregister }: RtmServices): Promise<void> {
    const { address } = this.#connection
    const before = this.caller
    const identity = await admission.readmitAnew(address, this.identity)
    if (!this.#isCurrent()) return
    const caller = toChatCaller(address, identity)
    // A change that arrived meanwhile is newer than what was read.
    if (this.caller !== before || isAlike(before, caller)) this.identity = identity
    else reregister(this, () => this.changeUser({ caller, identity }))
  }

  /**
   * Returns whether the token was not checked for `periodMs`, and if so, counts it as checked now. The first check
   * comes earlier, at a different time for each session, so that sessions that logged in together do not check
   * together.
   */
  #isCheckDue(now: number, periodMs: number): boolean {
    this.#checkedAt ??= now - Math.floor((((this.id * 7_919) % 1_000) / 2_000) * periodMs)
    if (now - this.#checkedAt < periodMs) return false
    this.#checkedAt = now
    return true
  }

  #mustReconnect(now: number): boolean {
    return this.#returnsAt !== undefined && now >= this.#returnsAt
  }

  /** Returns whether the session is still open. */
  #isCurrent(): boolean {
    return this.#connection.session === this
  }

  #hold(push: HeldPush, held: HeldPushes): void {
    held.pushes.push(push)
    held.length += push.frame.text.length
    this.#connection.reportHeldPushes(held.length)
  }
}

/** Returns whether the registry would index both callers in the same way. */
function isAlike({ principal: one }: Caller, { principal: other }: Caller): boolean {
  if (one.kind !== 'agent' || other.kind !== 'agent') return one.kind === other.kind
  if (one.permission !== other.permission || one.groups.join() !== other.groups.join()) return false
  return [...one.scopes].join() === [...other.scopes].join()
}
