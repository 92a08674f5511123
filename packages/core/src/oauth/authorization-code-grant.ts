import { createHash } from 'node:crypto'
import { OAuthError } from '../errors.js'
import { hashSecret } from '../identity/tokens.js'
import type { Clock } from '../ports/clock.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import type { App } from '../ports/stores/apps.js'
import type { AuthorizationCode } from '../ports/stores/codes.js'
import type { Token } from '../ports/stores/tokens.js'
import { type Parameters, requireParameter } from './parameters.js'
import type { Revocation } from './revocation.js'
import { grantableScopes, type IssuedPair, requireLivingApp, type TokenIssuer } from './token-issuer.js'
import { type TokenResponse, tokenResponse } from './token-response.js'

/** `grant_type=authorization_code` (RFC 6749 §4.1.3, RFC 7636 §4.6). */
export class AuthorizationCodeGrant {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #issuer: TokenIssuer
  readonly #revocation: Revocation

  constructor(dependencies: { storage: Storage; clock: Clock; issuer: TokenIssuer; revocation: Revocation }) {
    this.#storage = dependencies.storage
    this.#clock = dependencies.clock
    this.#issuer = dependencies.issuer
    this.#revocation = dependencies.revocation
  }

  async exchange({ clientId }: App, parameters: Parameters): Promise<TokenResponse> {
    const codeHash = hashSecret(requireParameter(parameters, 'code'))
    const redirectUri = requireParameter(parameters, 'redirect_uri')
    const verifier = parameters.get('code_verifier')
    const result = await this.#storage.transaction(async (tx) => {
      const app = await requireLivingApp(tx, clientId)
      // For the app that asks, and no other: who has got hold of somebody else's code must not end their tokens.
      const code = await tx.codes.take(codeHash, clientId)
      if (code === undefined) return { revoked: await tx.tokens.revokeOfCode(codeHash, clientId) }
      checkCode(code, { redirectUri, verifier, now: this.#clock.now() })
      const issued = await this.#issuePair(tx, app, code)
      return { issued, revoked: issued.revoked }
    })
    return this.#conclude(result)
  }

  /** A code that is used again ends every token made from it (RFC 6749 §4.1.2, decisions §4.8). */
  #conclude({ issued, revoked }: { issued?: IssuedPair; revoked: readonly Token[] }): TokenResponse {
    this.#revocation.publish(revoked)
    if (issued === undefined)
      throw new OAuthError(
        'invalid_grant',
        'the code is unknown, expired, of another client or was used before',
      )
    return tokenResponse(issued, issued.refreshToken)
  }

  async #issuePair(tx: StorageTransaction, app: App, code: AuthorizationCode): Promise<IssuedPair> {
    const agent = await tx.agents.get(code.agentId)
    if (agent === undefined) throw new OAuthError('invalid_grant', 'the user is gone')
    const { licenseId, clientId, agentId, hash } = code
    const granted = code.scopes.filter((scope) => app.scopes.includes(scope))
    const scopes = grantableScopes(granted, agent.permission)
    return this.#issuer.pair(tx, { licenseId, clientId, agentId, scopes, codeHash: hash })
  }
}

interface Exchange {
  readonly redirectUri: string
  readonly verifier: string | undefined
  readonly now: number
}

/** The code is bound to redirect URI and challenge; a wrong guess leaves it usable for whom it is for. */
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
