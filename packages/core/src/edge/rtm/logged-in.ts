import type { ChatCaller } from '../../domain/caller.js'
import type { ChatCommit } from '../../facts/fact-batch.js'
import type { Identity } from '../../identity/known-token.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import type { AgentAccess, EndCause, PushTarget } from '../../push/push-target.js'
import type { AdmissionResult } from '../admission/admission.js'
import type { CatchUpWatermark } from './catch-up-watermark.js'
import { type Disconnect, findDisconnect } from './disconnects.js'

/** The session that a user is logged in on, as far as pushes need it. */
export interface LoggedInSession {
  /** Unique id on this node. */
  readonly id: number
  push(frame: OutgoingFrame): void
  /** Reports how many characters of pushes wait for the response to `login`. */
  reportHeldPushes(length: number): void
  /** Ends the session because it has missed something. The client reconnects, and reads again or catches up. */
  askToReconnect(): void
  /** Ends the session, if there is a reason to. */
  endWith(disconnect: Disconnect | undefined): void
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

/** The user who is logged in on a connection. Holds pushes back until `login` is answered. */
export class LoggedIn implements PushTarget {
  caller: ChatCaller
  /** Identity as it was last read. */
  identity: Identity
  readonly #session: LoggedInSession
  /** Time of the last check of the token, by the monotonic clock; `undefined` before the first check. */
  #checkedAt: number | undefined
  #held: HeldPushes | undefined = { pushes: [], length: 0 }
  #isSequenced = false
  #watermark: CatchUpWatermark | undefined
  /** Time at which the client is asked to reconnect, by the monotonic clock. */
  #returnsAt: number | undefined

  constructor(session: LoggedInSession, { caller, identity }: AdmissionResult<ChatCaller>) {
    this.caller = caller
    this.identity = identity
    this.#session = session
  }

  get id(): number {
    return this.#session.id
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

  /**
   * Returns whether the token was not checked for `periodMs`, and if so, counts it as checked now. The first check
   * comes earlier, at a different time for each session, so that sessions that logged in together do not check
   * together.
   */
  isCheckDue(now: number, periodMs: number): boolean {
    this.#checkedAt ??= now - Math.floor((((this.id * 7_919) % 1_000) / 2_000) * periodMs)
    if (now - this.#checkedAt < periodMs) return false
    this.#checkedAt = now
    return true
  }

  /** Makes the next check of the token due after `waitMs` at the latest. */
  scheduleCheck(waitMs: number, now: number, periodMs: number): void {
    const checkedAt = now - periodMs + waitMs
    this.#checkedAt = Math.min(this.#checkedAt ?? checkedAt, checkedAt)
  }

  push(frame: OutgoingFrame, commit: ChatCommit | null): void {
    if (this.#held !== undefined) this.#hold({ frame, commit }, this.#held)
    else if (this.#watermark === undefined || this.#watermark.passes(commit)) this.#session.push(frame)
  }

  /** Asks the client to reconnect after `waitMs`, because pushes for this session were lost. */
  scheduleReconnect(waitMs: number, now: number): void {
    this.#returnsAt = Math.min(this.#returnsAt ?? now + waitMs, now + waitMs)
  }

  mustReconnect(now: number): boolean {
    return this.#returnsAt !== undefined && now >= this.#returnsAt
  }

  /**
   * Changes the user. Only for targets that are not registered, or through `reregister`: the registry finds them by
   * their old values.
   */
  changeUser({ caller, identity }: AdmissionResult<ChatCaller>): void {
    this.caller = caller
    this.identity = identity
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

  end(cause: EndCause): void {
    this.#session.endWith(findDisconnect(this.caller.api, cause))
  }

  askToReconnect(): void {
    this.#session.askToReconnect()
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

  #hold(push: HeldPush, held: HeldPushes): void {
    held.pushes.push(push)
    held.length += push.frame.text.length
    this.#session.reportHeldPushes(held.length)
  }
}
