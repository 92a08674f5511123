import type { ChatCaller } from '../../domain/caller.js'
import type { ChatCommit } from '../../facts/fact-batch.js'
import type { Identity } from '../../identity/known-token.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import type { AgentAccess, EndCause, PushTarget } from '../../push/push-target.js'
import type { Admitted } from '../admission/admission.js'
import type { Cut } from './cut.js'
import { type Disconnect, disconnectBy } from './disconnects.js'

/** The session that somebody is logged in on, as their pushes see it. */
export interface LoggedInSession {
  /** Unique on this node. */
  readonly id: number
  push(frame: OutgoingFrame): void
  /** So much waits for the answer to `login`. */
  holds(length: number): void
  /** Ends it because it has missed something: the client comes back, and reads or catches up. */
  askToReconnect(): void
  /** Ends it, if there is a reason to. */
  endBy(disconnect: Disconnect | undefined): void
}

/** Pushes that wait for the answer to `login`. */
interface HeldPushes {
  readonly pushes: HeldPush[]
  length: number
}

interface HeldPush {
  readonly frame: OutgoingFrame
  readonly place: ChatCommit | null
}

/** Who is logged in on a connection. Pushes wait until `login` is answered. */
export class LoggedIn implements PushTarget {
  caller: ChatCaller
  /** As last seen. */
  identity: Identity
  readonly #session: LoggedInSession
  /** When the token was looked up last, by the monotonic clock; `undefined` before the first look at it. */
  #checkedAt: number | undefined
  #held: HeldPushes | undefined = { pushes: [], length: 0 }
  #isSequenced = false
  #cut: Cut | undefined
  /** When it has to come back, by the monotonic clock. */
  #returnsAt: number | undefined

  constructor(session: LoggedInSession, { caller, identity }: Admitted<ChatCaller>) {
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

  /** From now on it is told `sequence` (decisions §16.9). */
  beSequenced(): void {
    this.#isSequenced = true
  }

  /** Whether `login` is answered. */
  get isReady(): boolean {
    return this.#held === undefined
  }

  /**
   * Whether the token was not looked up for so long; then it counts as looked up now. The first time comes earlier, for
   * each session at another: those that have logged in together do not ask together.
   */
  isDue(now: number, periodMs: number): boolean {
    this.#checkedAt ??= now - Math.floor((((this.id * 7_919) % 1_000) / 2_000) * periodMs)
    if (now - this.#checkedAt < periodMs) return false
    this.#checkedAt = now
    return true
  }

  /** It is due after that wait, if it is not sooner. */
  beDueIn(waitMs: number, now: number, periodMs: number): void {
    const checkedAt = now - periodMs + waitMs
    this.#checkedAt = Math.min(this.#checkedAt ?? checkedAt, checkedAt)
  }

  push(frame: OutgoingFrame, place: ChatCommit | null): void {
    if (this.#held !== undefined) this.#hold({ frame, place }, this.#held)
    else if (this.#cut === undefined || this.#cut.passes(place)) this.#session.push(frame)
  }

  /** Something was lost that it should have been told: it has to come back, after that wait. */
  returnIn(waitMs: number, now: number): void {
    this.#returnsAt = Math.min(this.#returnsAt ?? now + waitMs, now + waitMs)
  }

  hasToReturn(now: number): boolean {
    return this.#returnsAt !== undefined && now >= this.#returnsAt
  }

  /** For nobody who is registered, for pushes find them as they were. */
  become({ caller, identity }: Admitted<ChatCaller>): void {
    this.caller = caller
    this.identity = identity
  }

  /** `login` is answered, up to that cut: what waits goes out. */
  begin(cut: Cut | undefined): void {
    const held = this.#held
    this.#held = undefined
    this.#cut = cut
    for (const { frame, place } of held?.pushes ?? []) this.push(frame, place)
  }

  end(cause: EndCause): void {
    this.#session.endBy(disconnectBy(this.caller.api, cause))
  }

  askToReconnect(): void {
    this.#session.askToReconnect()
  }

  /** Its scopes follow when the token is looked up again, as every request does it. */
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
    this.#session.holds(held.length)
  }
}
