import type { Principal } from './principal.js'

/** Selects tokens and connections within a license. */
export type Whose =
  | { readonly kind: 'agent'; readonly agentId: string }
  | { readonly kind: 'customer'; readonly customerId: string }
  | { readonly kind: 'tokens'; readonly tokenHashes: readonly string[] }
  | { readonly kind: 'app'; readonly clientId: string }
  | { readonly kind: 'license' }

/** Returns whether the selector includes the token of this principal, who belongs to the same license. */
export function concerns(whose: Whose, principal: Principal, tokenHash: string): boolean {
  switch (whose.kind) {
    case 'agent':
      return principal.kind === 'agent' && principal.id === whose.agentId
    case 'customer':
      return principal.kind === 'customer' && principal.id === whose.customerId
    case 'tokens':
      return whose.tokenHashes.includes(tokenHash)
    case 'app':
      return principal.clientId === whose.clientId
    case 'license':
      return true
  }
}
