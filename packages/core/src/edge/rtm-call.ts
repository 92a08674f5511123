import type { Call, Caller } from '../dispatch/dispatcher.js'
import type { Envelope } from './envelope.js'
import type { Session } from './rtm-session.js'
import type { RtmServices } from './rtm-sessions.js'

/** The call that a request on a connection asks for. */
export function callOf(
  { emit }: RtmServices,
  session: Session,
  caller: Caller,
  { action = '', payload, authorId, idempotencyKey, requestId }: Envelope,
  answer: (response: unknown) => void,
): Call {
  const origin = requestId === undefined ? null : { sessionId: session.id, requestId }
  return {
    caller,
    action,
    transport: 'rtm',
    payload,
    authorId,
    idempotencyKey,
    client: session.client,
    emit: (pushes) => emit(pushes, origin),
    answer,
  }
}
