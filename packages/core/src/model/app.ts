import type { Scope } from '../contract/scopes.js'

export interface App {
  /** 32 hexadecimal digits. */
  readonly clientId: string
  readonly licenseId: number
  readonly name: string
  readonly type: 'server' | 'browser'
  readonly visibility: 'private' | 'public'
  readonly redirectUris: readonly string[]
  readonly scopes: readonly Scope[]
  /** SHA-256 of the secret, hexadecimal; `null` for browser apps. */
  readonly secretHash: string | null
  readonly requiresPkce: boolean
  /** Whether agents are not asked whether the app may act for them; only of private apps. */
  readonly skipsConsent: boolean
  readonly createdAt: number
}
