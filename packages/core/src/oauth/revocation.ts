import { OAuthError } from '../errors.js'
import { hashSecret } from '../identity/tokens.js'
import type { Bus } from '../ports/bus.js'
import type { Storage } from '../ports/storage.js'
import type { Token } from '../ports/stores/tokens.js'
import type { BusMessage } from '../push/bus-message.js'

/** Ends tokens, and tells every node, which ends the sessions that live on them (decisions §4.9, §4.10, §10.9). */
export class Revocation {
  readonly #storage: Storage
  readonly #bus: Bus<BusMessage>

  constructor(storage: Storage, bus: Bus<BusMessage>) {
    this.#storage = storage
    this.#bus = bus
  }

  /** Revokes an access, refresh or customer token with what falls with it; `false`, and nothing, for an unknown one. */
  async revoke(token: string): Promise<boolean> {
    const hash = hashSecret(token)
    if (!(await this.#isStored(hash))) return false
    this.publish(await this.#storage.transaction((tx) => tx.tokens.revoke(hash)))
    return true
  }

  /** The same, of an app's own token only; of one of another app it is told (RFC 7009 §2.1). */
  async revokeOfApp(clientId: string, token: string): Promise<boolean> {
    const hash = hashSecret(token)
    if (!(await this.#isStored(hash))) return false
    const revoked = await this.#storage.transaction(async (tx) => {
      const found = await tx.tokens.get(hash)
      if (found !== undefined && found.clientId !== clientId)
        throw new OAuthError('invalid_request', 'the token belongs to another client')
      return tx.tokens.revoke(hash)
    })
    this.publish(revoked)
    return true
  }

  /** Announces tokens that a transaction has deleted; they are all of one license. */
  publish(tokens: readonly Token[]): void {
    const [first] = tokens
    if (first === undefined) return
    const tokenHashes = tokens.map(({ hash }) => hash)
    this.#bus.publish(first.licenseId, { kind: 'token_revoked', tokenHashes })
  }

  /** A guess costs no transaction. */
  async #isStored(hash: string): Promise<boolean> {
    return (await this.#storage.read.tokens.get(hash)) !== undefined
  }
}
