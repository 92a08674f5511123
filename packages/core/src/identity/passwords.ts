import { scrypt, timingSafeEqual } from 'node:crypto'
import { OAuthError } from '../errors.js'
import type { Ids } from '../ports/ids.js'

interface Cost {
  /** Binary logarithm of scrypt's N. */
  readonly log2N: number
  readonly r: number
  readonly p: number
}

const saltBytes = 16
const keyBytes = 32
const concurrentHashes = 2
/**
 * Maximum number of waiting verifications, which is a few seconds of work. More are refused, so that they can retry
 * later.
 */
const maxWaitingCount = 32

/**
 * Hashes passwords with scrypt (RFC 7914): N=2^17, r=8, p=1 unless the host sets another cost. At most two hashes are
 * computed at the same time (decisions §4.5).
 */
export class Passwords {
  readonly #ids: Ids
  readonly #cost: Cost
  readonly #waiting: (() => void)[] = []
  #runningCount = 0

  constructor(ids: Ids, log2N: number) {
    this.#ids = ids
    this.#cost = { log2N, r: 8, p: 1 }
  }

  /**
   * Returns `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`, the last two in base64url. Never refused, because only the host, or
   * a user who has just proved to know the password, asks for it.
   */
  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#ids.randomBytes(saltBytes))
    const key = await this.#derive(password, salt, this.#cost)
    const { log2N, r, p } = this.#cost
    return ['scrypt', log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
  }

  /**
   * Returns whether the password matches the hash. Always runs one derivation, so an account that does not exist or has
   * no password takes as long as a wrong password. Accounts whose hash has an outdated cost take a different time until
   * their next sign-in (`isOutdated`), which reveals only that they have not signed in since the host changed the cost.
   *
   * Throws `temporarily_unavailable` when too many verifications are waiting, because anyone can request one without an
   * account.
   */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    if (this.#waiting.length >= maxWaitingCount) {
      throw new OAuthError('temporarily_unavailable', 'Please try again.', { retryAfterSeconds: 1 })
    }
    const { cost, salt, key } =
      typeof hash === 'string' ? parse(hash) : { cost: this.#cost, ...unknownAccount }
    const derived = await this.#derive(password, salt, cost)
    return timingSafeEqual(derived, key) && typeof hash === 'string'
  }

  /** Returns whether the hash was made with another cost than new hashes. */
  isOutdated(hash: string): boolean {
    const { cost } = parse(hash)
    return cost.log2N !== this.#cost.log2N || cost.r !== this.#cost.r || cost.p !== this.#cost.p
  }

  async #derive(password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
    if (this.#runningCount >= concurrentHashes) await new Promise<void>((start) => this.#waiting.push(start))
    else this.#runningCount += 1
    try {
      const N = 2 ** log2N
      return await deriveKey(password, salt, { N, r, p, maxmem: 256 * N * r })
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#runningCount -= 1
      else next()
    }
  }
}

/** Stands in for a missing hash. It is constant, so nothing has to be derived before the first use. */
const unknownAccount = { salt: Buffer.alloc(saltBytes), key: Buffer.alloc(keyBytes) }

function deriveKey(password: string, salt: Buffer, options: Parameters<typeof scrypt>[3]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (cause, key) => {
      if (cause) reject(cause)
      else resolve(key)
    })
  })
}

function parse(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [scheme, log2N, r, p, salt = '', key = ''] = hash.split('$')
  if (scheme !== 'scrypt') throw new TypeError('A stored password hash has an unknown scheme')
  return {
    cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}
