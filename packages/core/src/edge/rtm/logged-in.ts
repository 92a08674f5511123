import type { Caller } from '../../domain/caller.js'
import type { OutgoingFrame } from '../../ports/rtm-connection.js'
import type { EndOfSession, PushTarget } from '../../push/push-target.js'
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

/** Who is logged in on a connection. Pushes wait until `login` is answered. */
export class LoggedIn implements PushTarget {
  readonly id: number
  caller: Caller
  /** As last seen. */
  admitted: Admitted
  readonly #session: LoggedInSession
  /** Of the token, by the monotonic clock; `undefined` before the first look at it. */
  #checkedAt: number | undefined
  #waiting: OutgoingFrame[] | undefined = []
  #waitingLength = 0

  constructor(session: LoggedInSession, admitted: Admitted) {
    this.id = session.id
    this.caller = admitted.caller
    this.admitted = admitted
    this.#session = session
  }

  get tokenHash(): string {
    return this.admitted.tokenHash
  }

  /** Whether `login` is answered. */
  get isReady(): boolean {
    return this.#waiting === undefined
  }

  /**
   * Whether the token was not looked up for so long; then it counts as looked up now. The first time comes earlier, for
   * each session at another: those that have logged in together do not ask together.
   */
  isDue(now: number, periodMs: number): boolean {
    this.#checkedAt ??= now - (((this.id * 7_919) % 1_000) / 2_000) * periodMs
    if (now - this.#checkedAt < periodMs) return false
    this.#checkedAt = now
    return true
  }

  push(frame: OutgoingFrame): void {
    if (this.#waiting === undefined) this.#session.push(frame)
    else this.#hold(frame, this.#waiting)
  }

  /** For nobody who is registered, for pushes find them as they were. */
  become(admitted: Admitted): void {
    this.caller = admitted.caller
    this.admitted = admitted
  }

  /** `login` is answered: what waits goes out. */
  begin(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const frame of waiting) this.#session.push(frame)
  }

  end(cause: EndOfSession): void {
    this.#session.endBy(disconnectBy(this.caller.api, cause))
  }

  licenseExpiresAt(licenseExpiresAt: number | null): void {
    const { admitted } = this
    this.admitted = { ...admitted, identity: { ...admitted.identity, licenseExpiresAt } }
  }

  #hold(frame: OutgoingFrame, waiting: OutgoingFrame[]): void {
    waiting.push(frame)
    this.#waitingLength += frame.text.length
    this.#session.holds(this.#waitingLength)
  }
}
