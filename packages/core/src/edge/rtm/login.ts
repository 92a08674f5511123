import { invalid } from '../../errors.js'
import type { Admitted } from '../admission/admission.js'
import { Answering } from '../admission/answering.js'
import type { Envelope } from '../protocol/envelope.js'
import { callOf } from './call.js'
import type { CallingSession } from './calling-session.js'
import { LoggedIn } from './logged-in.js'
import { reply } from './reply.js'
import type { RtmServices } from './services.js'

/** `login`: makes an anonymous connection one that gets pushes and may call. Rejects with a `ParleyError`. */
export async function logIn(
  services: RtmServices,
  session: CallingSession,
  envelope: Envelope,
): Promise<void> {
  if (!session.isAnonymous) throw invalid('already logged in')
  const { admission, clock, callerRates } = services
  const startedAt = clock.monotonic()
  const admitted = await admission.admitLogin(session, envelope.payload)
  const spentMs = clock.monotonic() - startedAt
  // Another login, or the end, may have come meanwhile.
  if (!session.isAnonymous) throw invalid('already logged in')
  // To log in is the most expensive thing that one can ask for.
  callerRates.takeLogin(admitted.identity)
  const loggedIn = new LoggedIn(session, admitted)
  session.enter(loggedIn)
  const answering = new Answering(services.answers, admitted.identity.callerKey, session)
  try {
    const response = await run(services, session, { loggedIn, envelope, answering, spentMs })
    if (session.loggedIn !== loggedIn) return
    reply(services, session, loggedIn, { envelope, response, answering })
    loggedIn.begin()
  } catch (cause) {
    session.leave()
    throw cause
  } finally {
    if (session.loggedIn !== loggedIn) answering.release()
  }
}

interface Login {
  readonly loggedIn: LoggedIn
  readonly envelope: Envelope
  readonly answering: Answering
  /** Of the time of the request. */
  readonly spentMs: number
}

function run(
  services: RtmServices,
  session: CallingSession,
  { loggedIn, envelope, answering, spentMs }: Login,
): Promise<unknown> {
  const callBy = (admitted: Admitted) => {
    if (session.loggedIn === loggedIn) services.reregister(loggedIn, () => loggedIn.become(admitted))
    // The answer of a login must not be kept, so an idempotency key does not count.
    const request = { ...envelope, idempotencyKey: undefined }
    return callOf(services, session, admitted, request, { answering, answer: notYet })
  }
  // What ended the token before the session could be found to be ended is seen now.
  const readmitted = services.admission.readmitAnew(session.address, loggedIn.admitted)
  return services.dispatcher.run(readmitted.then(callBy), spentMs)
}

/** The answer goes out when the pushes may follow it. */
function notYet(): void {}
