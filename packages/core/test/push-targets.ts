import type { AgentPrincipal, CustomerPrincipal } from '../src/domain/principal.js'
import type { PushTarget } from '../src/push/sessions.js'
import { agentPrincipal, customerPrincipal } from './domain-values.js'

type Connection = Omit<PushTarget, 'api' | 'version' | 'principal'>

/** A connection that nothing reaches, unless the test says what it does. */
function connection(id: string, part: Partial<Connection>): Connection {
  const nothing = () => undefined
  return { id, tokenHash: `hash of ${id}`, push: nothing, end: nothing, licenseExpiresAt: nothing, ...part }
}

export function customerTarget(
  id: string,
  values: Partial<CustomerPrincipal> = {},
  part: Partial<Connection> & { readonly version?: 'v0.3' | 'v0.4' | 'v0.5' } = {},
): PushTarget {
  const { version = 'v0.5', ...rest } = part
  return { api: 'customer', version, principal: customerPrincipal(values), ...connection(id, rest) }
}

export function agentTarget(
  id: string,
  values: Partial<AgentPrincipal> = {},
  part: Partial<Connection> & { readonly version?: 'v0.3' | 'v0.4' } = {},
): PushTarget {
  const { version = 'v0.4', ...rest } = part
  return { api: 'agent', version, principal: agentPrincipal(values), ...connection(id, rest) }
}
