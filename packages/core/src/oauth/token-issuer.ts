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

/** On whose behalf, and for which app, a token is made. */
export interface Grant {
  readonly licenseId: number
  readonly clientId: string
  readonly agentId: string
  readonly scopes: readonly Scope[]
  readonly codeHash: string | null
}

export interface IssuedToken {
  readonly accessToken: string
  readonly expiresInSeconds: number
}

export interface IssuedPair extends IssuedToken {
  readonly refreshToken: string
  /** What had to go because the app had as many refresh tokens for the agent as allowed. */
  readonly revoked: readonly Token[]
}

/**
 * The app, as it is now. Asked for in the transaction that makes something for it, which its removal then waits
 * for: nothing that was made for an app outlives it.
 */
export async function requireLivingApp(tx: StorageTransaction, clientId: string): Promise<App> {
  const app = await tx.apps.get(clientId)
  if (app === undefined) throw new OAuthError('invalid_grant', 'the application is gone')
  return app
}

/** Makes tokens within a transaction; what is stored of them are hashes. */
export class TokenIssuer {
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #settings: Pick<Settings, 'lifetimes' | 'limits'>

  constructor(clock: Clock, ids: Ids, settings: Pick<Settings, 'lifetimes' | 'limits'>) {
    this.#clock = clock
    this.#ids = ids
    this.#settings = settings
  }

  /** An access token alone: the token flow. */
  async access(tx: StorageTransaction, grant: Grant): Promise<IssuedToken> {
    const { token, issued } = this.#newAccess(grant, null)
    await tx.tokens.insert([token])
    return issued
  }

  /** An access and a refresh token, the oldest going beyond the limit (spec authorization.md "Limits"). */
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

  /** Another access token for a refresh token that stays as it is (decisions §4.9). */
  async refreshed(tx: StorageTransaction, grant: Grant, refreshToken: string): Promise<IssuedToken> {
    const { token, issued } = this.#newAccess(grant, refreshToken)
    await tx.tokens.insert([token])
    return issued
  }

  /** `lifetimeSeconds` overrides the default. */
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
