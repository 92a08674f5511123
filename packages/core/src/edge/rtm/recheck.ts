import { toParleyError } from '../../dispatch/failures.js'
import type { Caller } from '../../domain/caller.js'
import { toChatCaller } from '../admission/admission.js'
import type { CallingSession } from './calling-session.js'
import { findSessionDisconnect } from './disconnects.js'
import type { LoggedIn } from './logged-in.js'
import type { RtmServices } from './services.js'

/**
 * Checks whether the token of a session is still valid and to whom it belongs, because the message about a change may
 * have been lost (decisions §16.10).
 */
export async function recheck(
  services: RtmServices,
  session: CallingSession,
  loggedIn: LoggedIn,
): Promise<void> {
  const { address } = session
  const { caller: before } = loggedIn
  try {
    const identity = await services.admission.readmitAnew(address, loggedIn.identity)
    if (session.loggedIn !== loggedIn) return
    const caller = toChatCaller(address, identity)
    // A change that arrived meanwhile is newer than what was read.
    if (loggedIn.caller !== before || isAlike(before, caller)) loggedIn.identity = identity
    else services.reregister(loggedIn, () => loggedIn.changeUser({ caller, identity }))
  } catch (cause) {
    if (session.loggedIn !== loggedIn) return
    const error = toParleyError(cause)
    const disconnect = findSessionDisconnect(address.api, error.type)
    if (disconnect === undefined) services.logFailure(error, undefined)
    else session.endWith(disconnect)
  }
}

/** Returns whether the registry would index both callers in the same way. */
function isAlike({ principal: one }: Caller, { principal: other }: Caller): boolean {
  if (one.kind !== 'agent' || other.kind !== 'agent') return one.kind === other.kind
  if (one.permission !== other.permission || one.groups.join() !== other.groups.join()) return false
  return [...one.scopes].join() === [...other.scopes].join()
}
