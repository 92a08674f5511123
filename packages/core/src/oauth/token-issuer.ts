import type { Scope } from '../contract/scopes.js'
import { OAuthError } from '../errors.js'
import { hashSecret, newSecret } from '../identity/tokens.js'
import type { App } from '../model/app.js'
import type { Token } from '../model/token.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { sealRefreshToken } from './sealed-refresh.js'

/** The user, the app and the scopes that a token is created for. */
export interface Grant {
  readonly licenseId: number
  readonly clientId: string
  readonly agentId: string
  readonly scopes: readonly Scope[]
  readonly codeHash: string | null
}

/** A new access token, with its lifetime. */
export interface IssuedToken {
  readonly accessToken: string
  readonly expiresInSeconds: number
}

/** A new access token and its refresh token. */
export interface IssuedPair extends IssuedToken {
  readonly refreshToken: string
  /** Tokens that were revoked because the app reached the limit of refresh tokens for the agent. */
  readonly revoked: readonly Token[]
}

/**
 * Returns the current app, and throws when it was removed. Called inside the transaction that creates something for the
 * app. The removal of the app waits for that transaction, so nothing that was created for an app outlives it.
 */
export async function requireExistingApp(tx: StorageTransaction, clientId: string): Promise<App> {
  const app = await tx.apps.get(clientId)
  if (app === undefined) throw new OAuthError('invalid_grant', 'the application is gone')
  return app
}

/** Creates tokens within a transaction. Only their hashes are stored. */
export class TokenIssuer {
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #settings: Pick<Settings, 'lifetimes' | 'limits'>

  constructor(clock: Clock, ids: Ids, settings: Pick<Settings, 'lifetimes' | 'limits'>) {
    this.#clock = clock
    this.#ids = ids
    this.#settings = settings
  }

  /** Creates an access token without a refresh token (token flow). */
  async access(tx: StorageTransaction, grant: Grant): Promise<IssuedToken> {
    const { token, issued } = this.#newAccess(grant, null)
    await tx.tokens.insert([token])
    return issued
  }

  /**
   * Creates an access token and a refresh token. Revokes the oldest ones when the limit is exceeded (spec
   * authorization.md "Limits").
   */
  async pair(tx: StorageTransaction, grant: Grant): Promise<IssuedPair> {
    const refreshToken = newSecret('refresh', this.#ids)
    const { token, issued } = this.#newAccess(grant, refreshToken)
    const refresh: Token = {
      ...token,
      hash: hashSecret(refreshToken),
      kind: 'refresh',
      expiresAt: null,
      refreshHash: null,
      sealedRefresh: null,
    }
    await tx.tokens.insert([refresh, token])
    const { refreshTokensPerAgent } = this.#settings.limits
    const revoked = await tx.tokens.revokeSurplus(grant.clientId, grant.agentId, refreshTokensPerAgent)
    return { ...issued, refreshToken, revoked }
  }

  /** Creates another access token for an existing refresh token (decisions §4.9). */
  async refreshed(tx: StorageTransaction, grant: Grant, refreshToken: string): Promise<IssuedToken> {
    const { token, issued } = this.#newAccess(grant, refreshToken)
    await tx.tokens.insert([token])
    return issued
  }

  /** Creates a customer token. `lifetimeSeconds` overrides the default lifetime. */
  async customer(
    tx: StorageTransaction,
    bearer: { readonly licenseId: number; readonly clientId: string; readonly customerId: string },
    lifetimeSeconds: number = this.#settings.lifetimes.customerTokenSeconds,
  ): Promise<IssuedToken> {
    const accessToken = newSecret('customer', this.#ids)
    const createdAt = this.#clock.now()
    await tx.tokens.insert([
      {
        hash: hashSecret(accessToken),
        kind: 'customer',
        licenseId: bearer.licenseId,
        clientId: bearer.clientId,
        entityId: bearer.customerId,
        scopes: [],
        createdAt,
        expiresAt: createdAt + lifetimeSeconds * 1_000,
        ...{ refreshHash: null, sealedRefresh: null, codeHash: null },
      },
    ])
    return { accessToken, expiresInSeconds: lifetimeSeconds }
  }

  #newAccess(grant: Grant, refreshToken: string | null): { token: Token; issued: IssuedToken } {
    const { licenseId, clientId, agentId, scopes, codeHash } = grant
    const accessToken = newSecret('access', this.#ids)
    const createdAt = this.#clock.now()
    const expiresInSeconds = this.#settings.lifetimes.accessTokenSeconds
    const token: Token = {
      hash: hashSecret(accessToken),
      kind: 'access',
      ...{ licenseId, clientId, entityId: agentId, scopes, createdAt, codeHash },
      expiresAt: createdAt + expiresInSeconds * 1_000,
      refreshHash: refreshToken === null ? null : hashSecret(refreshToken),
      sealedRefresh: refreshToken === null ? null : sealRefreshToken(refreshToken, accessToken, this.#ids),
    }
    return { token, issued: { accessToken, expiresInSeconds } }
  }
}
