import { toParleyError } from '../../dispatch/failures.js'
import type { CallingSession } from './calling-session.js'
import { disconnectOfSession } from './disconnects.js'
import type { LoggedIn } from './logged-in.js'
import type { RtmServices } from './services.js'

/** Looks whether a session's token still counts: the message that ended it may have been lost (decisions §16.10). */
export async function recheck(
  services: RtmServices,
  session: CallingSession,
  loggedIn: LoggedIn,
): Promise<void> {
  const { address } = session
  try {
    const identity = await services.admission.readmitAnew(address, loggedIn.identity)
    if (session.loggedIn === loggedIn) loggedIn.identity = identity
  } catch (cause) {
    if (session.loggedIn !== loggedIn) return
    const error = toParleyError(cause)
    const disconnect = disconnectOfSession(address.api, error.type)
    if (disconnect === undefined) services.logFailure(error, undefined)
    else session.endBy(disconnect)
  }
}
