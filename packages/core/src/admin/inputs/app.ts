import { Type } from 'typebox'
import { boundedString } from '../../contract/limits.js'
import type { Scope } from '../../contract/scopes.js'
import { type PageInput, pageProperties } from './page.js'
import { createSchema, licenseId, scopes } from './schema.js'

/** Fields of a new app. */
export interface CreateAppInput {
  readonly licenseId: number
  readonly name: string
  /** `server` apps keep a client secret; `browser` apps cannot. */
  readonly type: 'server' | 'browser'
  /** Agents of other licenses can authorize a `public` app. Only `browser` apps can be public (decisions §4.2). */
  readonly visibility: 'private' | 'public'
  /** Addresses that agents may be redirected to after signing in. */
  readonly redirectUris: readonly string[]
  /** Scopes that the app's tokens can have. */
  readonly scopes: readonly Scope[]
  /** Whether the authorization code flow demands PKCE. Default: false. */
  readonly requiresPkce?: boolean
  /** Whether agents sign in without a consent page. Only for private apps, usually your own. Default: false. */
  readonly skipsConsent?: boolean
}

/** The fields of an app to change. Fields that are left out stay as they are. */
export interface UpdateAppInput {
  readonly name?: string
  /** A public app cannot become private. */
  readonly visibility?: 'private' | 'public'
  /** Addresses that agents may be redirected to after signing in, in place of the present ones. */
  readonly redirectUris?: readonly string[]
  /** Scopes that the app's tokens can have. Existing tokens keep their scopes until they are refreshed. */
  readonly scopes?: readonly Scope[]
  /** Whether the authorization code flow demands PKCE. */
  readonly requiresPkce?: boolean
  /** Whether agents sign in without a consent page. Only for private apps. */
  readonly skipsConsent?: boolean
}

/** License whose apps are listed, and the page. */
export interface ListAppsInput extends PageInput {
  readonly licenseId: number
}

const appName = Type.String({ minLength: 1, maxLength: 256 })
const visibility = Type.Union([Type.Literal('private'), Type.Literal('public')])
const redirectUris = Type.Immutable(Type.Array(boundedString('urlLength', 1), { maxItems: 100 }))

export const createApp = createSchema<CreateAppInput>()({
  licenseId,
  name: appName,
  type: Type.Union([Type.Literal('server'), Type.Literal('browser')]),
  visibility,
  redirectUris,
  scopes,
  requiresPkce: Type.Optional(Type.Boolean()),
  skipsConsent: Type.Optional(Type.Boolean()),
})

export const updateApp = createSchema<UpdateAppInput>()({
  name: Type.Optional(appName),
  visibility: Type.Optional(visibility),
  redirectUris: Type.Optional(redirectUris),
  scopes: Type.Optional(scopes),
  requiresPkce: Type.Optional(Type.Boolean()),
  skipsConsent: Type.Optional(Type.Boolean()),
})

export const listApps = createSchema<ListAppsInput>()({ licenseId, ...pageProperties })
