import { type Scope, scopes as scopeTable } from '../contract/scopes.js'
import type { Permission } from '../model/agent.js'

/**
 * Returns the scopes that an agent with this permission can be granted. Administrator-level scopes are removed for
 * agents who are not administrators (decisions §4.4).
 */
export function grantableScopes(scopes: readonly Scope[], permission: Permission): readonly Scope[] {
  return scopes.filter((scope) => permission === 'administrator' || scopeTable[scope].level === 'normal')
}
