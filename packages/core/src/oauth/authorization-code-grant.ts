import { createHash } from 'node:crypto'
import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import type { Scope } from '../contract/scopes.js'
import { grantableScopes } from '../domain/grantable-scopes.js'
import { OAuthError } from '../errors.js'
import { hashSecret } from '../identity/tokens.js'
import type { App } from '../model/app.js'
import type { AuthorizationCode } from '../model/authorization-code.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import { type Parameters, requireParameter } from './parameters.js'
import { revokedFacts } from './revocation.js'
import { type IssuedPair, requireExistingApp, type TokenIssuer } from './token-issuer.js'
import { type TokenResponse, tokenResponse } from './token-response.js'

/** Implements `grant_type=authorization_code` (RFC 6749 §4.1.3, RFC 7636 §4.6). */
export class AuthorizationCodeGrant {
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #issuer: TokenIssuer

  constructor(dependencies: { changes: Changes; clock: Clock; issuer: TokenIssuer }) {
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#issuer = dependencies.issuer
  }

  async exchange(origin: Origin, { clientId }: App, parameters: Parameters): Promise<TokenResponse> {
    const codeHash = hashSecret(requireParameter(parameters, 'code'))
    const redirectUri = requireParameter(parameters, 'redirect_uri')
    const verifier = parameters.get('code_verifier')
    const now = this.#clock.now()
    const issued = await this.#changes.commit(origin, now, [], async (tx) => {
      const app = await requireExistingApp(tx, clientId)
      // Looks for a code of this app only: another app that got hold of the code must not be able to revoke its tokens.
      const code = await tx.codes.consume(codeHash, clientId)
      // A second use of a code revokes every token that was made from it (RFC 6749 §4.1.2, decisions §4.8).
      if (code === undefined) {
        return { response: undefined, facts: revokedFacts(await tx.tokens.revokeByCode(codeHash, clientId)) }
      }
      checkCode(code, { redirectUri, verifier, now })
      const { pair, named } = await this.#issuePair(tx, app, code)
      return { response: tokenResponse(pair, pair.refreshToken, named), facts: revokedFacts(pair.revoked) }
    })
    return conclude(issued)
  }

  async #issuePair(
    tx: StorageTransaction,
    app: App,
    code: AuthorizationCode,
  ): Promise<{ readonly pair: IssuedPair; readonly named: readonly Scope[] | undefined }> {
    const agent = await tx.agents.get(code.agentId)
    if (agent === undefined) throw new OAuthError('invalid_grant', 'the user is gone')
    const { licenseId, clientId, agentId, hash } = code
    const granted = code.scopes.filter((scope) => app.scopes.includes(scope))
    const scopes = grantableScopes(granted, agent.permission)
    const pair = await this.#issuer.pair(tx, { licenseId, clientId, agentId, scopes, codeHash: hash })
    // The scopes may be fewer than the authorization granted.
    const isNamed = code.namesScopes || scopes.length < code.scopes.length
    return { pair, named: isNamed ? scopes : undefined }
  }
}

function conclude(issued: TokenResponse | undefined): TokenResponse {
  if (issued !== undefined) return issued
  throw new OAuthError('invalid_grant', 'the code is unknown, expired, of another client or was used before')
}

interface Exchange {
  readonly redirectUri: string
  readonly verifier: string | undefined
  readonly now: number
}

/**
 * Checks the redirect URI and the challenge that the code is bound to. A failed check leaves the code usable for its
 * owner.
 */
function checkCode(code: AuthorizationCode, { redirectUri, verifier, now }: Exchange): void {
  if (code.expiresAt <= now) throw new OAuthError('invalid_grant', 'the code is expired')
  if (code.redirectUri !== redirectUri)
    throw new OAuthError('invalid_grant', 'redirect_uri differs from the request')
  checkVerifier(code.codeChallenge, verifier)
}

function checkVerifier(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null) {
    // RFC 9700 §4.8.2: a verifier for a request without a challenge is a downgrade attempt.
    if (verifier !== undefined) throw new OAuthError('invalid_grant', 'the request had no code_challenge')
    return
  }
  if (verifier === undefined) throw new OAuthError('invalid_grant', 'code_verifier is required')
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier))
    throw new OAuthError('invalid_grant', 'malformed code_verifier')
  const derived = createHash('sha256').update(verifier).digest('base64url')
  if (derived !== challenge)
    throw new OAuthError('invalid_grant', 'code_verifier does not fit the code_challenge')
}
