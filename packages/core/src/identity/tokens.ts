import { hash, timingSafeEqual } from 'node:crypto'
import type { Ids } from '../ports/ids.js'

/** Fixed prefixes make tokens recognizable to secret scanners (decisions §1.4). */
const prefixes = {
  access: 'pla_',
  refresh: 'plr_',
  customer: 'plc_',
  code: 'plo_',
  clientSecret: 'pls_',
} as const

const secretBytes = 32

/** Returns a new secret: a prefix and 256 random bits in base64url. */
export function newSecret(kind: keyof typeof prefixes, ids: Ids): string {
  return prefixes[kind] + Buffer.from(ids.randomBytes(secretBytes)).toString('base64url')
}

/** Returns the SHA-256 hash of a secret, in hexadecimal. Only this hash is ever stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Returns whether the secret has that hash, in constant time (decisions §4.15). */
export function matchesHash(secret: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(expected))
}
