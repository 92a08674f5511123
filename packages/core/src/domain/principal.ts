import type { Scope } from '../contract/scopes.js'
import type { Permission } from '../model/agent.js'

interface Bearer {
  readonly id: string
  readonly licenseId: number
  /** Id of the app that the token was issued to; `null` for calls that the host makes in process. */
  readonly clientId: string | null
}

/** An agent as a principal, with the permission, groups and scopes that decide what it may do. */
export interface AgentPrincipal extends Bearer {
  readonly kind: 'agent'
  readonly permission: Permission
  readonly groups: readonly number[]
  readonly scopes: ReadonlySet<Scope>
  /**
   * Hash of the refresh token that the access token was derived from, else of the access token itself; `null` for
   * in-process calls, which have no token.
   */
  readonly grantHash: string | null
}

/** A customer as a principal. */
export interface CustomerPrincipal extends Bearer {
  readonly kind: 'customer'
}

/** The user, app and scopes that a request acts for. */
export type Principal = AgentPrincipal | CustomerPrincipal
