import { ParleyConfigError } from '../config-error.js'
import type { Ids } from '../ports/ids.js'
import { derivedKey, openText, sealText } from './sealed-text.js'

/** How what is kept in clear begins. */
const clearPrefix = 'clear.v1.'
/** Of a key's name, in hexadecimal digits. */
const keyIdLength = 16

interface NamedKey {
  /** How everything that it seals begins. */
  readonly prefix: string
  readonly key: Uint8Array
}

export interface SecretKeysDependencies {
  /** Option `encryptionKeys`: 32 bytes each, as base64 or base64url, the newest first; none: all is kept in clear. */
  readonly encryptionKeys: readonly string[]
  readonly ids: Ids
  /** Told once, where a secret key is kept in clear. */
  readonly warn: (message: string) => void
}

/**
 * Secret keys of webhooks and bots as they are kept (decisions §8.9): `aes.<key id>.<AES-256-GCM>`, or `clear.v1.<secret key>`
 * without an encryption key. The key id tells encryption keys apart and nothing about them. Who moves what is sealed to
 * another webhook or bot makes it worthless.
 */
export class SecretKeys {
  readonly #keys: readonly NamedKey[]
  readonly #ids: Ids
  readonly #warn: (message: string) => void
  #hasWarned = false

  constructor({ encryptionKeys, ids, warn }: SecretKeysDependencies) {
    this.#keys = encryptionKeys.map(namedKey)
    this.#ids = ids
    this.#warn = warn
  }

  /** How what `seal` answers begins, up to its second `.`. */
  get prefix(): string {
    return this.#keys[0]?.prefix ?? clearPrefix
  }

  /** Whether there is an encryption key. */
  get encrypts(): boolean {
    return this.#keys.length > 0
  }

  /** `ownerId`: of the webhook or bot. */
  seal(secretKey: string, ownerId: string): string {
    const [newest] = this.#keys
    if (newest !== undefined) return newest.prefix + sealText(secretKey, newest.key, ownerId, this.#ids)
    this.#warnOnce()
    return clearPrefix + secretKey
  }

  /** Throws an error, which says nothing of the secret key, where the encryption key is missing, or it was tampered with. */
  open(sealed: string, ownerId: string): string {
    if (sealed.startsWith(clearPrefix)) return sealed.slice(clearPrefix.length)
    const prefix = prefixOf(sealed)
    const named = this.#keys.find((key) => key.prefix === prefix)
    if (named === undefined) throw missingKey(prefix)
    try {
      return openText(sealed.slice(prefix.length), named.key, ownerId)
    } catch {
      throw new Error(`The secret key of ${ownerId} was not encrypted for it, or was changed in the database`)
    }
  }

  /** Throws a `ParleyConfigError` that names the encryption key that is missing. `prefixes` are those of all stored keys. */
  check(prefixes: readonly string[]): void {
    const known = [clearPrefix, ...this.#keys.map(({ prefix }) => prefix)]
    const missing = prefixes.find((prefix) => !known.includes(prefix))
    if (missing !== undefined) throw missingKey(missing)
    if (!this.encrypts && prefixes.length > 0) this.#warnOnce()
  }

  #warnOnce(): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#warn(
      'Secret keys of webhooks and bots are kept in clear: there is no encryption key (encryptionKeys)',
    )
  }
}

function namedKey(encoded: string): NamedKey {
  // Node.js reads both alphabets as base64.
  const secret = Buffer.from(encoded, 'base64')
  const id = Buffer.from(derivedKey(secret, 'parley encryption key id')).toString('hex').slice(0, keyIdLength)
  return { prefix: `aes.${id}.`, key: derivedKey(secret, 'parley secret keys') }
}

function prefixOf(sealed: string): string {
  return /^[^.]*\.[^.]*\./.exec(sealed)?.[0] ?? ''
}

function missingKey(prefix: string): TypeError {
  const [form = '', id = ''] = prefix.split('.')
  if (form !== 'aes')
    return new TypeError('Secret keys in the database have a form that this release does not know')
  const message = `Option encryptionKeys lacks the key ${id}, with which secret keys in the database are encrypted: add it behind the others`
  return new ParleyConfigError('encryption_key_missing', { option: 'encryptionKeys', message })
}
