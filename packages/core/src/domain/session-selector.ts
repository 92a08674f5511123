import type { Principal } from './principal.js'

/** Selects tokens and connections within a license. */
export type SessionSelector =
  | { readonly kind: 'agent'; readonly agentId: string }
  | { readonly kind: 'customer'; readonly customerId: string }
  | { readonly kind: 'tokens'; readonly tokenHashes: readonly string[] }
  | { readonly kind: 'app'; readonly clientId: string }
  | { readonly kind: 'license' }

/** Returns whether the selector includes the token of this principal, who belongs to the same license. */
export function selects(selector: SessionSelector, principal: Principal, tokenHash: string): boolean {
  switch (selector.kind) {
    case 'agent':
      return principal.kind === 'agent' && principal.id === selector.agentId
    case 'customer':
      return principal.kind === 'customer' && principal.id === selector.customerId
    case 'tokens':
      return selector.tokenHashes.includes(tokenHash)
    case 'app':
      return principal.clientId === selector.clientId
    case 'license':
      return true
  }
}
