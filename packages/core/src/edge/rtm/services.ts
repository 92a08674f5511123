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
import type { TimedConnection } from './timers.js'

/** How a session makes up for messages that may be lost. */
export interface Resumption {
  /** Maximum time until its token is checked again, in milliseconds. */
  readonly checkInMs: number
  /** Time until it is ended, so that the client reads again or catches up, in milliseconds. */
  readonly reconnectInMs: number
}

/** A session, as the node's list of sessions sees it. */
export interface OpenSession extends TimedConnection {
  /** Resolves when every request has been answered. */
  idle(): Promise<void>
  /** Called when messages from other nodes may have been lost. */
  recover(resumption: Resumption): void
  shutDown(): void
  terminate(): void
}

/** The parts of the engine that a session uses. */
export interface EngineServices {
  readonly settings: Settings
  readonly clock: Clock
  readonly admission: Admission
  readonly callerRates: CallerRates
  readonly addressRates: AddressRates
  readonly longResponses: ByteBudget
  readonly dispatcher: Dispatcher
  readonly deadlines: Deadlines
  readonly catchUp: CatchUp
}

/** The parts of the engine, and of the node's list of sessions, that a session uses. */
export interface RtmServices extends EngineServices {
  /** Limits for the messages of one connection. */
  readonly intake: { readonly anonymous: IntakeBounds; readonly loggedIn: IntakeBounds }
  readonly anonymous: AnonymousConnections
  /** Calls `tick` of the session about 20 times a second, until it returns `false`. */
  readonly watch: (session: OpenSession) => void
  /** Registers a target for pushes. Throws `too_many_requests` when the user has the maximum number of connections. */
  readonly register: (target: PushTarget) => void
  /** Changes the caller of a registered target. */
  readonly reregister: (target: PushTarget, change: () => void) => void
  readonly unregister: (target: PushTarget) => void
  /** Pushes the queue position to the customer, until the target is unregistered. */
  readonly pushQueuePosition: (target: PushTarget) => void
  readonly forget: (session: OpenSession) => void
  readonly logFailure: (error: ParleyError, action: string | undefined) => void
}
