import { derivedKey, openText, sealText } from '../identity/sealed-text.js'
import type { Ids } from '../ports/ids.js'

/**
 * `GET /info` returns the refresh token of an access token, although no token is stored in clear text. The refresh
 * token is therefore encrypted with a key derived from the access token, so only its holder can read it (decisions
 * §1.5).
 */
const purpose = 'parley refresh token'
/** Each key belongs to one access token, so no context is needed to tell them apart. */
const context = ''

/** Encrypts the refresh token with a key derived from the access token. */
export function sealRefreshToken(refreshToken: string, accessToken: string, ids: Ids): string {
  return sealText(refreshToken, derivedKey(accessToken, purpose), context, ids)
}

/** Decrypts the refresh token. Throws when the access token is not the one it was encrypted with. */
export function openRefreshToken(sealed: string, accessToken: string): string {
  return openText(sealed, derivedKey(accessToken, purpose), context)
}
