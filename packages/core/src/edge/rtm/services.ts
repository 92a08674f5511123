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
import type { IntakeBounds } from './intake.js'

/** The parts of the engine that a connection uses. */
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

/** The parts of the engine, and of the node's list of connections, that a connection uses. */
export interface RtmServices extends EngineServices {
  /** Limits for the messages of one connection. */
  readonly intake: { readonly anonymous: IntakeBounds; readonly loggedIn: IntakeBounds }
  readonly anonymous: AnonymousConnections
  /** Registers a target for pushes. Throws `too_many_requests` when the user has the maximum number of connections. */
  readonly register: (target: PushTarget) => void
  /** Changes the caller of a registered target. */
  readonly reregister: (target: PushTarget, change: () => void) => void
  readonly unregister: (target: PushTarget) => void
  /** Pushes the queue position to the customer, until the target is unregistered. */
  readonly pushQueuePosition: (target: PushTarget) => void
  readonly logFailure: (error: ParleyError, action: string | undefined) => void
}
