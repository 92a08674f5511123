import type { Scope } from '../contract/scopes.js'

/** An OAuth client that is registered with a license. */
export interface App {
  /** 32 hexadecimal digits. Unique over all licenses. */
  readonly clientId: string
  readonly licenseId: number
  readonly name: string
  /** `server` apps keep a client secret; `browser` apps cannot. */
  readonly type: 'server' | 'browser'
  /** Agents of other licenses can authorize a `public` app. */
  readonly visibility: 'private' | 'public'
  /** Addresses that agents may be redirected to after signing in. */
  readonly redirectUris: readonly string[]
  /** Scopes that the app's tokens can have. */
  readonly scopes: readonly Scope[]
  /** SHA-256 of the client secret, in hexadecimal digits; `null` for browser apps. */
  readonly secretHash: string | null
  /** Whether the authorization code flow demands PKCE. */
  readonly requiresPkce: boolean
  /** Whether agents sign in without a consent page. Only private apps can. */
  readonly skipsConsent: boolean
  readonly createdAt: number
}
