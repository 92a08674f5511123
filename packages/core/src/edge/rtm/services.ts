import type { CatchUp } from '../../catching-up/catch-up.js'
import type { Deadlines } from '../../dispatch/deadlines.js'
import type { Dispatcher } from '../../dispatch/dispatcher.js'
import type { ParleyError } from '../../errors.js'
import type { Clock } from '../../ports/clock.js'
import type { PushTarget } from '../../push/push-target.js'
import type { Settings } from '../../settings.js'
import type { AddressRates } from '../admission/address-rates.js'
import type { Admission } from '../admission/admission.js'
import type { CallerRates } from '../admission/caller-rates.js'
import type { ByteBudget } from '../http/byte-budget.js'
import type { AnonymousConnections } from './anonymous-connections.js'
import type { IntakeBounds } from './request-intake.js'
import type { Timed } from './timers.js'

/** When a session makes up for what may be lost. */
export interface Resumption {
  /** Its token is looked up again, in so many milliseconds at the latest. */
  readonly checkInMs: number
  /** It is ended, so that the client reads anew, or catches up. */
  readonly returnInMs: number
}

/** A session, as the node's list of them sees it. */
export interface OpenSession extends Timed {
  /** Resolves once everything that was asked has been answered. */
  idle(): Promise<void>
  /** What other nodes have told may be lost. */
  resumed(resumption: Resumption): void
  shutDown(): void
  terminate(): void
}

/** What a session may use of the engine. */
export interface EngineServices {
  readonly settings: Settings
  readonly clock: Clock
  readonly admission: Admission
  readonly callerRates: CallerRates
  readonly addressRates: AddressRates
  readonly answers: ByteBudget
  readonly dispatcher: Dispatcher
  readonly deadlines: Deadlines
  readonly catchUp: CatchUp
}

/** The same, and what it may use of the node's list of sessions. */
export interface RtmServices extends EngineServices {
  /** Of the messages of one connection. */
  readonly intake: { readonly anonymous: IntakeBounds; readonly loggedIn: IntakeBounds }
  readonly anonymous: AnonymousConnections
  /** Calls `tick` of the session some 20 times a second, until that answers `false`. */
  readonly watch: (session: OpenSession) => void
  /** `too_many_requests` when the user has as many connections as allowed. */
  readonly register: (target: PushTarget) => void
  /** The caller of a registered target changes. */
  readonly reregister: (target: PushTarget, change: () => void) => void
  readonly unregister: (target: PushTarget) => void
  /** The customer there is told their place in the line, until it is unregistered. */
  readonly tellQueue: (target: PushTarget) => void
  readonly forget: (session: OpenSession) => void
  readonly logFailure: (error: ParleyError, action: string | undefined) => void
}
