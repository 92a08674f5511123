import { type Scope, scopes as scopeTable } from '../contract/scopes.js'
import type { Permission } from '../model/agent.js'

/** Less the administrator-level ones for an agent who is not an administrator (decisions §4.4). */
export function grantableScopes(scopes: readonly Scope[], permission: Permission): readonly Scope[] {
  return scopes.filter((scope) => permission === 'administrator' || scopeTable[scope].level === 'normal')
}
