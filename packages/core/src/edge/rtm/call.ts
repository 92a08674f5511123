import type { Call } from '../../dispatch/dispatcher.js'
import type { Admitted } from '../admission/admission.js'
import type { Answering } from '../admission/answering.js'
import type { Envelope } from '../protocol/envelope.js'
import type { CallingSession } from './calling-session.js'
import type { RtmServices } from './services.js'

/** How a request on a connection is answered. */
export interface Reply {
  readonly answering: Answering
  /** As {@link Call.answer}. */
  readonly answer: (response: unknown) => void
}

/** The call that a request on a connection asks for. */
export function callOf(
  { callerRates }: RtmServices,
  session: CallingSession,
  { identity, caller }: Admitted,
  { action = '', payload, authorId, idempotencyKey, requestId }: Envelope,
  { answering, answer }: Reply,
): Call {
  const connection = requestId === undefined ? null : { sessionId: session.id, requestId }
  return {
    caller,
    action,
    transport: 'rtm',
    payload,
    authorId,
    idempotencyKey,
    client: session.client,
    connection,
    charge: (bytes) => callerRates.chargePushes(identity, bytes),
    answerRoom: answering,
    answer,
  }
}
