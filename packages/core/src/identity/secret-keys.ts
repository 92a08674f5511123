import { ParleyConfigError } from '../config-error.js'
import type { Ids } from '../ports/ids.js'
import { derivedKey, openText, sealText } from './sealed-text.js'

/** Prefix of secret keys that are stored unencrypted. */
const clearPrefix = 'clear.v1.'
/** Length of a key id, in hexadecimal digits. */
const keyIdLength = 16

interface NamedKey {
  /** Prefix of everything that this key encrypts. */
  readonly prefix: string
  readonly key: Uint8Array
}

export interface SecretKeysDependencies {
  /**
   * Option `encryptionKeys`: 32 bytes each, in base64 or base64url, the newest first. When empty, secret keys are
   * stored unencrypted.
   */
  readonly encryptionKeys: readonly string[]
  readonly ids: Ids
  /** Called once when a secret key is stored unencrypted. */
  readonly warn: (message: string) => void
}

/**
 * Encrypts and decrypts the secret keys of webhooks and bots (decisions §8.9). They are stored as
 * `aes.<key id>.<AES-256-GCM>`, or as `clear.v1.<secret key>` without an encryption key. The key id identifies an
 * encryption key without revealing anything about it. A sealed secret key cannot be opened for another webhook or bot.
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

  /** Prefix of what `seal` returns, including the second `.`. */
  get prefix(): string {
    return this.#keys[0]?.prefix ?? clearPrefix
  }

  /** Whether an encryption key is configured. */
  get encrypts(): boolean {
    return this.#keys.length > 0
  }

  /** Encrypts a secret key. `ownerId` is the id of its webhook or bot. */
  seal(secretKey: string, ownerId: string): string {
    const [newest] = this.#keys
    if (newest !== undefined) return newest.prefix + sealText(secretKey, newest.key, ownerId, this.#ids)
    this.#warnOnce()
    return clearPrefix + secretKey
  }

  /**
   * Decrypts a secret key. Throws when the encryption key is missing or the stored value was changed; the error reveals
   * nothing about the secret key.
   */
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
  // Node.js accepts both alphabets when decoding base64.
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
