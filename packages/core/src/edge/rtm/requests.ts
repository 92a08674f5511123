import { toParleyError } from '../../dispatch/failures.js'
import { invalidField, ParleyError } from '../../errors.js'
import type { Identity } from '../../identity/known-token.js'
import { ResponseReservation } from '../admission/response-reservation.js'
import type { RtmMessage } from '../edge.js'
import type { EchoedFields, Envelope } from '../protocol/envelope.js'
import { toCall } from './call.js'
import type { CallingSession } from './calling-session.js'
import { findLoginDisconnect, findSessionDisconnect } from './disconnects.js'
import { failureFrame, responseFrame } from './frames.js'
import { logIn } from './login.js'
import { readEchoedFields, readMessage } from './message.js'
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
    if (action === 'ping') session.sendResponse(responseFrame(envelope, undefined))
    else if (action === 'login') await logIn(services, session, envelope)
    else await act(services, session, envelope)
  } catch (cause) {
    fail(services, session, echoed ?? readEchoedFields(message), toParleyError(cause))
  }
}

async function act(services: RtmServices, session: CallingSession, envelope: Envelope): Promise<void> {
  const { loggedIn, address } = session
  if (!loggedIn?.isReady) throw new ParleyError('authentication', { detail: 'login first' })
  const { admission, dispatcher } = services
  const reservation = new ResponseReservation(services.longResponses, loggedIn.identity.callerKey, session)
  let isAnswered = false
  const respond = (response: unknown) => {
    if (!isAnswered) reply(services, session, loggedIn, { envelope, response, reservation })
    isAnswered = true
  }
  const callBy = (identity: Identity) => {
    loggedIn.identity = identity
    return toCall(services, session, identity, envelope, { reservation, respond })
  }
  const cached = admission.readmitCached(address, loggedIn.identity)
  const call = cached ? callBy(cached) : admission.readmit(address, loggedIn.identity).then(callBy)
  try {
    respond(await dispatcher.run(call))
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
  session.sendResponse(failureFrame(echoed, error))
  const { api } = session.address
  // Another login may have succeeded meanwhile, so a failed login is handled by its action and not by the session.
  if (echoed.action === 'login') session.endWith(findLoginDisconnect(api, error))
  else if (session.loggedIn?.isReady) session.endWith(findSessionDisconnect(api, error.type))
}
