import { invalid } from '../errors.js'
import type { Admitted } from './admission.js'
import type { Envelope } from './envelope.js'
import { callOf } from './rtm-call.js'
import { responseFrame } from './rtm-frames.js'
import { LoggedIn } from './rtm-logged-in.js'
import type { Session } from './rtm-session.js'
import type { RtmServices } from './rtm-sessions.js'

/** `login`: makes an anonymous connection one that gets pushes and may call. Rejects with a `ParleyError`. */
export async function logIn(services: RtmServices, session: Session, envelope: Envelope): Promise<void> {
  if (!session.isAnonymous) throw invalid('already logged in')
  const admitted = await admit(services, session, envelope)
  // Another login, or the end, may have come meanwhile.
  if (!session.isAnonymous) throw invalid('already logged in')
  const loggedIn = new LoggedIn(session, admitted)
  session.enter(loggedIn)
  const response = await run(services, session, loggedIn, envelope)
  if (session.loggedIn !== loggedIn) return
  session.send(responseFrame(envelope, response))
  loggedIn.begin()
}

async function admit({ admission }: RtmServices, session: Session, { payload }: Envelope): Promise<Admitted> {
  const { address, licenseId } = session
  if (licenseId !== undefined) await admission.requireLicense(licenseId)
  return admission.admitLogin(address, payload, licenseId)
}

async function run(
  services: RtmServices,
  session: Session,
  loggedIn: LoggedIn,
  envelope: Envelope,
): Promise<unknown> {
  const callBy = (admitted: Admitted) => {
    if (session.loggedIn === loggedIn) services.reregister(loggedIn, () => loggedIn.become(admitted))
    // The answer of a login must not be kept, so an idempotency key does not count.
    const request = { ...envelope, idempotencyKey: undefined }
    return callOf(services, session, admitted.caller, request, notYet)
  }
  try {
    // What ended the token before the session could be found to be ended is seen now.
    const readmitted = services.admission.readmitAnew(session.address, loggedIn.admitted)
    return await services.dispatcher.run(readmitted.then(callBy))
  } catch (cause) {
    session.leave()
    throw cause
  }
}

/** The answer goes out when the pushes may follow it. */
function notYet(): void {}
