import type { Scope } from '../contract/scopes.js'
import type { Permission } from '../model/agent.js'

interface Bearer {
  readonly id: string
  readonly licenseId: number
  /** The app whose token it is; `null` for a call that the host makes in process. */
  readonly clientId: string | null
}

export interface AgentPrincipal extends Bearer {
  readonly kind: 'agent'
  readonly permission: Permission
  readonly groups: readonly number[]
  readonly scopes: ReadonlySet<Scope>
  /** Hash of the refresh token that the token goes back to, else its own; `null` in process: there is none. */
  readonly grantHash: string | null
}

export interface CustomerPrincipal extends Bearer {
  readonly kind: 'customer'
}

/** Who makes a call. */
export type Principal = AgentPrincipal | CustomerPrincipal
