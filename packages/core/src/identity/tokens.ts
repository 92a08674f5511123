import { hash, timingSafeEqual } from 'node:crypto'
import type { Ids } from '../ports/ids.js'

/** So that secret scanners find them (decisions §1.4). */
const prefixes = {
  access: 'pla_',
  refresh: 'plr_',
  customer: 'plc_',
  code: 'plo_',
  clientSecret: 'pls_',
} as const

const secretBytes = 32

/** A prefix and 256 random bits, base64url. */
export function newSecret(kind: keyof typeof prefixes, ids: Ids): string {
  return prefixes[kind] + Buffer.from(ids.randomBytes(secretBytes)).toString('base64url')
}

/** SHA-256, hexadecimal: all that is ever stored of a secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

/** Whether a presented secret is the one with that hash, in constant time (decisions §4.15). */
export function matchesHash(secret: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(expected))
}
