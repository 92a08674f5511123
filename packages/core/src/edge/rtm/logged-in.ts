import type { ChatCaller } from '../../domain/caller.js'
import type { Identity } from '../../identity/known-token.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import type { AgentStanding, EndCause, PushTarget } from '../../push/push-target.js'
import type { Admitted } from '../admission/admission.js'
import { type Disconnect, disconnectBy } from './disconnects.js'

/** The session that somebody is logged in on, as their pushes see it. */
export interface LoggedInSession {
  /** Unique on this node. */
  readonly id: number
  push(frame: OutgoingFrame): void
  /** So much waits for the answer to `login`. */
  holds(length: number): void
  /** Ends it, if there is a reason to. */
  endBy(disconnect: Disconnect | undefined): void
}

/** Pushes that wait for the answer to `login`. */
interface HeldPushes {
  readonly frames: OutgoingFrame[]
  length: number
}

/** Who is logged in on a connection. Pushes wait until `login` is answered. */
export class LoggedIn implements PushTarget {
  caller: ChatCaller
  /** As last seen. */
  identity: Identity
  readonly #session: LoggedInSession
  /** When the token was looked up last, by the monotonic clock; `undefined` before the first look at it. */
  #checkedAt: number | undefined
  #held: HeldPushes | undefined = { frames: [], length: 0 }

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

  push(frame: OutgoingFrame): void {
    if (this.#held === undefined) this.#session.push(frame)
    else this.#hold(frame, this.#held)
  }

  /** For nobody who is registered, for pushes find them as they were. */
  become({ caller, identity }: Admitted<ChatCaller>): void {
    this.caller = caller
    this.identity = identity
  }

  /** `login` is answered: what waits goes out. */
  begin(): void {
    const held = this.#held
    this.#held = undefined
    for (const frame of held?.frames ?? []) this.#session.push(frame)
  }

  end(cause: EndCause): void {
    this.#session.endBy(disconnectBy(this.caller.api, cause))
  }

  /** Its scopes follow when the token is looked up again, as every request does it. */
  standAs({ permission, groups }: AgentStanding): void {
    const { caller } = this
    if (caller.api !== 'agent') return
    this.caller = { ...caller, principal: { ...caller.principal, permission, groups } }
  }

  licenseExpiresAt(licenseExpiresAt: number | null): void {
    this.identity = { ...this.identity, licenseExpiresAt }
  }

  #hold(frame: OutgoingFrame, held: HeldPushes): void {
    held.frames.push(frame)
    held.length += frame.text.length
    this.#session.holds(held.length)
  }
}
