import type { KnownToken } from '../identity/known-token.js'
import type { Token } from '../model/token.js'
import { openRefreshToken } from './sealed-refresh.js'

/** Description of a token (spec authorization.md "Token info"). `expires_in` is the remaining validity in seconds. */
export interface TokenInfo {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token: string | undefined
  readonly client_id: string
  readonly scope: string
  readonly token_type: 'Bearer'
  readonly entity_id: string
  readonly license_id: number
}

/**
 * Builds the response of `GET {auth_url}/info`. Everything except the remaining time is serialized once per known
 * token.
 */
export class TokenInfos {
  /** Serialized object without its opening brace and `expires_in`. */
  readonly #rests = new WeakMap<KnownToken, string>()

  /** Returns a {@link TokenInfo} as JSON. `accessToken` is the token itself, which has not expired at `now`. */
  encode(known: KnownToken, accessToken: string, now: number): string {
    return `{"expires_in":${remainingSeconds(known.token, now)},${this.#restOf(known, accessToken)}`
  }

  #restOf(known: KnownToken, accessToken: string): string {
    const written = this.#rests.get(known)
    if (written !== undefined) return written
    const rest = JSON.stringify(constantInfo(known, accessToken)).slice(1)
    this.#rests.set(known, rest)
    return rest
  }
}

function constantInfo({ token, identity }: KnownToken, accessToken: string): Omit<TokenInfo, 'expires_in'> {
  const { sealedRefresh } = token
  const { principal } = identity
  return {
    access_token: accessToken,
    refresh_token: sealedRefresh === null ? undefined : openRefreshToken(sealedRefresh, accessToken),
    client_id: token.clientId,
    scope: principal.kind === 'agent' ? [...principal.scopes].join() : '',
    token_type: 'Bearer',
    entity_id: token.entityId,
    license_id: token.licenseId,
  }
}

/** Returns the remaining validity in seconds, rounded up. */
export function remainingSeconds({ expiresAt }: Token, now: number): number {
  return Math.ceil(((expiresAt ?? now) - now) / 1_000)
}
