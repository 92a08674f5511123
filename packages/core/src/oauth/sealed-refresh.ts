import { derivedKey, openText, sealText } from '../identity/sealed-text.js'
import type { Ids } from '../ports/ids.js'

/**
 * `GET /info` returns the refresh token that belongs to an access token, yet nothing is stored in clear: so it is
 * sealed under a key derived from the access token, and only who presents that can open it (decisions §1.5).
 */
const purpose = 'parley refresh token'
/** The key belongs to one access token alone: there is nothing more to tell apart. */
const context = ''

export function sealRefreshToken(refreshToken: string, accessToken: string, ids: Ids): string {
  return sealText(refreshToken, derivedKey(accessToken, purpose), context, ids)
}

/** Throws when the access token is not the one it was sealed with. */
export function openRefreshToken(sealed: string, accessToken: string): string {
  return openText(sealed, derivedKey(accessToken, purpose), context)
}
