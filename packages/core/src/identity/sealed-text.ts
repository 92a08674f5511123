import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Ids } from '../ports/ids.js'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** Returns a key derived with HKDF-SHA-256 (RFC 5869). Keys for different uses of one secret differ in `purpose`. */
export function derivedKey(secret: string | Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, keyBytes))
}

/**
 * Encrypts with AES-256-GCM. Returns nonce, tag and ciphertext as base64url. Opening it needs the same `context`, which
 * is not part of the result.
 */
export function sealText(text: string, key: Uint8Array, context: string, ids: Ids): string {
  const nonce = ids.randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(context),
  )
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts what `sealText` returned. Throws unless key and context are the same. */
export function openText(sealed: string, key: Uint8Array, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
