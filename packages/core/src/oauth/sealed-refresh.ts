import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Ids } from '../ports/ids.js'

/**
 * `GET /info` returns the refresh token that belongs to an access token, yet nothing is stored in clear: so it is
 * sealed (AES-256-GCM) under a key derived (HKDF-SHA-256, RFC 5869) from the access token, and only who presents
 * that can open it (decisions §1.5).
 */
const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

export function sealRefreshToken(refreshToken: string, accessToken: string, ids: Ids): string {
  const nonce = ids.randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFrom(accessToken), nonce)
  const sealed = Buffer.concat([cipher.update(refreshToken, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws when the access token is not the one it was sealed with. */
export function openRefreshToken(sealed: string, accessToken: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, keyFrom(accessToken), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

function keyFrom(accessToken: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', accessToken, '', 'parley refresh token', keyBytes))
}
