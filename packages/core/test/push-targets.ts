import type { AgentPrincipal, CustomerPrincipal } from '../src/domain/principal.js'
import type { PushTarget } from '../src/push/push-target.js'
import { agentPrincipal, customerPrincipal } from './domain-values.js'

type Connection = Omit<PushTarget, 'caller'>

let lastId = 0

export const nameOf = ({ tokenHash }: PushTarget) => tokenHash.replace('hash of ', '')

/** Returns a connection that ignores all pushes, except where the test overrides it. */
function connection(name: string, part: Partial<Connection>): Connection {
  const nothing = () => undefined
  lastId += 1
  return {
    id: lastId,
    tokenHash: `hash of ${name}`,
    isSequenced: false,
    push: nothing,
    end: nothing,
    askToReconnect: nothing,
    setAccess: nothing,
    licenseExpiresAt: nothing,
    ...part,
  }
}

export function customerTarget(
  name: string,
  values: Partial<CustomerPrincipal> = {},
  part: Partial<Connection> & { readonly version?: 'v0.3' | 'v0.4' | 'v0.5' } = {},
): PushTarget {
  const { version = 'v0.5', ...rest } = part
  const caller = { api: 'customer', version, principal: customerPrincipal(values) } as const
  return { ...connection(name, rest), caller }
}

export function agentTarget(
  name: string,
  values: Partial<AgentPrincipal> = {},
  part: Partial<Connection> & { readonly version?: 'v0.3' | 'v0.4' } = {},
): PushTarget {
  const { version = 'v0.4', ...rest } = part
  const caller = { api: 'agent', version, principal: agentPrincipal(values) } as const
  return { ...connection(name, rest), caller }
}
