import { toParleyError } from '../../dispatch/failures.js'
import { invalidField, ParleyError } from '../../errors.js'
import type { Identity } from '../../identity/known-token.js'
import { ResponseReservation } from '../admission/response-reservation.js'
import type { RtmMessage } from '../edge.js'
import type { EchoedFields, Envelope } from '../protocol/envelope.js'
import { callOf } from './call.js'
import type { CallingSession } from './calling-session.js'
import { disconnectAfterLogin, disconnectOfSession } from './disconnects.js'
import { failureFrame, responseFrame } from './frames.js'
import { logIn } from './login.js'
import { echoedFieldsOfMessage, readMessage } from './message.js'
import { reply } from './reply.js'
import type { RtmServices } from './services.js'

/** Handles a message and sends the response. Never rejects. */
export async function perform(
  services: RtmServices,
  session: CallingSession,
  message: RtmMessage,
): Promise<void> {
  let echoed: EchoedFields | undefined
  try {
    const envelope = readMessage(message, services.settings.limits)
    echoed = envelope
    const { action } = envelope
    if (action === undefined) throw invalidField({ path: 'action', rule: 'required' }, 'is required')
    if (action === 'ping') session.answer(responseFrame(envelope, undefined))
    else if (action === 'login') await logIn(services, session, envelope)
    else await act(services, session, envelope)
  } catch (cause) {
    fail(services, session, echoed ?? echoedFieldsOfMessage(message), toParleyError(cause))
  }
}

async function act(services: RtmServices, session: CallingSession, envelope: Envelope): Promise<void> {
  const { loggedIn, address } = session
  if (!loggedIn?.isReady) throw new ParleyError('authentication', { detail: 'login first' })
  const { admission, dispatcher } = services
  const reservation = new ResponseReservation(services.longResponses, loggedIn.identity.callerKey, session)
  let isAnswered = false
  const answer = (response: unknown) => {
    if (!isAnswered) reply(services, session, loggedIn, { envelope, response, reservation })
    isAnswered = true
  }
  const callBy = (identity: Identity) => {
    loggedIn.identity = identity
    return callOf(services, session, identity, envelope, { reservation, answer })
  }
  const cached = admission.readmitCached(address, loggedIn.identity)
  const call = cached ? callBy(cached) : admission.readmit(address, loggedIn.identity).then(callBy)
  try {
    answer(await dispatcher.run(call))
  } catch (cause) {
    // A request that was answered as timed out may still commit. Its response must not be sent again.
    isAnswered = true
    reservation.release()
    throw cause
  }
}

function fail(
  services: RtmServices,
  session: CallingSession,
  echoed: EchoedFields,
  error: ParleyError,
): void {
  services.logFailure(error, echoed.action)
  session.answer(failureFrame(echoed, error))
  const { api } = session.address
  // Another login may have succeeded meanwhile, so a failed login is handled by its action and not by the session.
  if (echoed.action === 'login') session.endBy(disconnectAfterLogin(api, error))
  else if (session.loggedIn?.isReady) session.endBy(disconnectOfSession(api, error.type))
}
