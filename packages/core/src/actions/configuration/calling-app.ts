import type { ActionContext } from '../../dispatch/context.js'
import { invalid } from '../../errors.js'

/** The app that what is configured belongs to (decisions §8.2); the host has to name one in process (§8.11). */
export function callingApp({ principal }: ActionContext<'configuration'>): string {
  if (principal.clientId !== null) return principal.clientId
  throw invalid('in process it takes an app: parley.as({ agentId, clientId })')
}
