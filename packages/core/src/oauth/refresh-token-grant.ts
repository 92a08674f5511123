import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import { grantableScopes } from '../domain/grantable-scopes.js'
import { OAuthError } from '../errors.js'
import { hashSecret } from '../identity/tokens.js'
import type { App } from '../model/app.js'
import type { Clock } from '../ports/clock.js'
import { type Parameters, requireParameter } from './parameters.js'
import { differsFromRequest, requestedScopes } from './requested-scopes.js'
import { requireExistingApp, type TokenIssuer } from './token-issuer.js'
import { type TokenResponse, tokenResponse } from './token-response.js'

/**
 * Implements `grant_type=refresh_token` (RFC 6749 §6): creates a new access token and keeps the refresh token
 * (decisions §4.9).
 */
export class RefreshTokenGrant {
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #issuer: TokenIssuer

  constructor(dependencies: { changes: Changes; clock: Clock; issuer: TokenIssuer }) {
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#issuer = dependencies.issuer
  }

  async refresh(origin: Origin, { clientId }: App, parameters: Parameters): Promise<TokenResponse> {
    const refreshToken = requireParameter(parameters, 'refresh_token')
    return this.#changes.commit(origin, this.#clock.now(), [], async (tx) => {
      const app = await requireExistingApp(tx, clientId)
      const token = await tx.tokens.get(hashSecret(refreshToken))
      const isOwn = token?.kind === 'refresh' && token.clientId === clientId
      const agent = isOwn ? await tx.agents.get(token.entityId) : undefined
      if (token === undefined || agent === undefined)
        throw new OAuthError('invalid_grant', 'unknown refresh token')
      // The app or the agent may have lost scopes since the token was granted.
      const left = token.scopes.filter((scope) => app.scopes.includes(scope))
      const scopes = requestedScopes(parameters, grantableScopes(left, agent.permission))
      const { licenseId, codeHash } = token
      const grant = { licenseId, clientId, agentId: agent.id, scopes, codeHash }
      const issued = await this.#issuer.refreshed(tx, grant, refreshToken)
      const isNamed = differsFromRequest(parameters, token.scopes, scopes)
      return { response: tokenResponse(issued, refreshToken, isNamed ? scopes : undefined), facts: [] }
    })
  }
}
