import type { Scope } from '../../contract/scopes.js'
import type { App as StoredApp } from '../../model/app.js'

/** An OAuth client. */
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
  /** Whether the authorization code flow demands PKCE. */
  readonly requiresPkce: boolean
  /** Whether agents sign in without a consent page. */
  readonly skipsConsent: boolean
  readonly createdAt: Date
}

/** A new app, with the only copy of its client secret. */
export interface CreatedApp extends App {
  /** The client secret of a `server` app. It cannot be read again, because only its hash is stored. */
  readonly clientSecret?: string
}

/** Returns the app as `admin` shows it: without the hash of its secret. */
export function toApp(app: StoredApp): App {
  const { clientId, licenseId, name, type, visibility, redirectUris, scopes } = app
  const { requiresPkce, skipsConsent, createdAt } = app
  return {
    ...{ clientId, licenseId, name, type, visibility, redirectUris, scopes, requiresPkce, skipsConsent },
    createdAt: new Date(createdAt),
  }
}
