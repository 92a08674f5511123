import type { Origin } from '../changes/origin.js'
import { OAuthError } from '../errors.js'
import type { StorageReads } from '../ports/storage.js'
import type { AuthorizationCodeGrant } from './authorization-code-grant.js'
import { authenticateClient, type ClientCredentials, clientCredentials } from './client-authentication.js'
import { type Parameters, requireParameter } from './parameters.js'
import type { RefreshTokenGrant } from './refresh-token-grant.js'
import type { Revocation } from './revocation.js'
import type { TokenResponse } from './token-response.js'

/** The token endpoint (RFC 6749 §3.2) and the revocation endpoint (RFC 7009 §2). */
export class TokenEndpoint {
  readonly #read: StorageReads
  readonly #codeGrant: AuthorizationCodeGrant
  readonly #refreshGrant: RefreshTokenGrant
  readonly #revocation: Revocation

  constructor(dependencies: {
    read: StorageReads
    codeGrant: AuthorizationCodeGrant
    refreshGrant: RefreshTokenGrant
    revocation: Revocation
  }) {
    this.#read = dependencies.read
    this.#codeGrant = dependencies.codeGrant
    this.#refreshGrant = dependencies.refreshGrant
    this.#revocation = dependencies.revocation
  }

  /**
   * Handles `POST {auth_url}/token`. `basic` holds the credentials of HTTP Basic if the client authenticates that way.
   */
  async token(origin: Origin, parameters: Parameters, basic: string | undefined): Promise<TokenResponse> {
    const grantType = requireParameter(parameters, 'grant_type')
    if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
    }
    const app = await authenticateClient(this.#read, clientCredentials(parameters, basic))
    return grantType === 'refresh_token'
      ? this.#refreshGrant.refresh(origin, app, parameters)
      : this.#codeGrant.exchange(origin, app, parameters)
  }

  /**
   * Handles `DELETE {auth_url}/token`: the holder of a token may revoke it. Resolves with `false` for an unknown token,
   * which counts as revoked (RFC 7009 §2.2).
   */
  revokeHeld(origin: Origin, parameters: Parameters): Promise<boolean> {
    return this.#revocation.revoke(origin, requireParameter(parameters, 'token'))
  }

  /** Handles `POST {auth_url}/revoke`: the app authenticates, and may revoke only its own tokens (RFC 7009 §2.1). */
  async revokeAsClient(origin: Origin, parameters: Parameters, basic: string | undefined): Promise<boolean> {
    const credentials: ClientCredentials = clientCredentials(parameters, basic)
    const app = await authenticateClient(this.#read, credentials)
    return this.#revocation.revokeByApp(origin, app.clientId, requireParameter(parameters, 'token'))
  }
}
