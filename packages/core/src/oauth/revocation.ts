import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import { OAuthError } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import { hashSecret } from '../identity/tokens.js'
import type { Token } from '../model/token.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'

/** Revokes tokens, which also ends the sessions that use them (decisions §4.9, §4.10, §10.9). */
export class Revocation {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock

  constructor(dependencies: { read: StorageReads; changes: Changes; clock: Clock }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
  }

  /**
   * Revokes an access, refresh or customer token, and the tokens that depend on it. Resolves with `false` when the
   * token is unknown.
   */
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

  /**
   * Revokes a token of the app. Throws when the token belongs to another app, which the app is told (RFC 7009 §2.1).
   */
  async revokeByApp(origin: Origin, clientId: string, token: string): Promise<boolean> {
    const hash = hashSecret(token)
    if (!(await this.#isStored(hash))) return false
    return this.#changes.commit(origin, this.#clock.now(), [], async (tx) => {
      const found = await tx.tokens.get(hash)
      if (found !== undefined && found.clientId !== clientId)
        throw new OAuthError('invalid_request', 'the token belongs to another client')
      return { response: true, facts: revokedFacts(await tx.tokens.revoke(hash)) }
    })
  }

  /** Returns whether the token is stored. Checked first, so that a guessed token costs no transaction. */
  async #isStored(hash: string): Promise<boolean> {
    return (await this.#read.tokens.get(hash)) !== undefined
  }
}

/** Returns the facts for tokens that a transaction deleted, one per license. */
export function revokedFacts(tokens: readonly Token[]): readonly Fact[] {
  const hashes = new Map<number, string[]>()
  for (const { licenseId, hash } of tokens) {
    const ofLicense = hashes.get(licenseId)
    if (ofLicense === undefined) hashes.set(licenseId, [hash])
    else ofLicense.push(hash)
  }
  return [...hashes].map(([licenseId, tokenHashes]) => ({ name: 'tokens_revoked', licenseId, tokenHashes }))
}
