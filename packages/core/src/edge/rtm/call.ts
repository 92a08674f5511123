import type { Call } from '../../dispatch/dispatcher.js'
import type { Identity } from '../../identity/known-token.js'
import { toChatCaller } from '../admission/admission.js'
import type { ResponseReservation } from '../admission/response-reservation.js'
import type { Envelope } from '../protocol/envelope.js'
import type { CallingSession } from './calling-session.js'
import type { RtmServices } from './services.js'

/** How a request on a connection is answered. */
export interface Reply {
  readonly reservation: ResponseReservation
  /** Called with the response, as {@link Call.respond} describes. */
  readonly respond?: ((response: unknown) => void) | undefined
}

/** Returns the call that a request on a connection asks for. */
export function toCall(
  { callerRates }: RtmServices,
  session: CallingSession,
  identity: Identity,
  { action = '', payload, authorId, idempotencyKey, requestId }: Envelope,
  { reservation, respond }: Reply,
): Call {
  const { loggedIn } = session
  const connection = loggedIn === undefined ? null : { target: loggedIn, requestId }
  return {
    caller: toChatCaller(session.address, identity),
    action,
    transport: 'rtm',
    payload,
    authorId,
    idempotencyKey,
    client: session.client,
    connection,
    isSequenced: loggedIn?.isSequenced === true,
    charge: (bytes) => callerRates.chargePushes(identity, bytes),
    takeRate: (rate) => callerRates.takeRate(identity, rate),
    responseBudget: reservation,
    respond,
  }
}
