import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import { OAuthError } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import { hashSecret } from '../identity/tokens.js'
import type { Token } from '../model/token.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'

/** Ends tokens, and so the sessions that live on them (decisions §4.9, §4.10, §10.9). */
export class Revocation {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock

  constructor(dependencies: { read: StorageReads; changes: Changes; clock: Clock }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
  }

  /** Revokes an access, refresh or customer token with what falls with it; `false`, and nothing, for an unknown one. */
  async revoke(origin: Origin, token: string): Promise<boolean> {
    return this.revokeById(origin, hashSecret(token))
  }

  /** The same for the token with that hash. */
  async revokeById(origin: Origin, hash: string): Promise<boolean> {
    if (!(await this.#isStored(hash))) return false
    return this.#changes.commit(origin, this.#clock.now(), [], async (tx) => {
      return { response: true, facts: revokedFacts(await tx.tokens.revoke(hash)) }
    })
  }

  /** The same, of an app's own token only; of one of another app it is told (RFC 7009 §2.1). */
  async revokeOfApp(origin: Origin, clientId: string, token: string): Promise<boolean> {
    const hash = hashSecret(token)
    if (!(await this.#isStored(hash))) return false
    return this.#changes.commit(origin, this.#clock.now(), [], async (tx) => {
      const found = await tx.tokens.get(hash)
      if (found !== undefined && found.clientId !== clientId)
        throw new OAuthError('invalid_request', 'the token belongs to another client')
      return { response: true, facts: revokedFacts(await tx.tokens.revoke(hash)) }
    })
  }

  /** A guess costs no transaction. */
  async #isStored(hash: string): Promise<boolean> {
    return (await this.#read.tokens.get(hash)) !== undefined
  }
}

/** Of tokens that a transaction has deleted: one fact a license. */
export function revokedFacts(tokens: readonly Token[]): readonly Fact[] {
  const hashes = new Map<number, string[]>()
  for (const { licenseId, hash } of tokens) {
    const ofLicense = hashes.get(licenseId)
    if (ofLicense === undefined) hashes.set(licenseId, [hash])
    else ofLicense.push(hash)
  }
  return [...hashes].map(([licenseId, tokenHashes]) => ({ name: 'tokens_revoked', licenseId, tokenHashes }))
}
