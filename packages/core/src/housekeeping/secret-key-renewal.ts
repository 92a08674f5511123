import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import { getPauseAfterRun } from '../domain/indexing-pace.js'
import type { SecretKeys } from '../identity/secret-keys.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Logger } from '../ports/logger.js'
import type { StorageReads } from '../ports/storage.js'
import type { SealedSecretKey } from '../ports/stores/webhooks.js'

export interface SecretKeyRenewalDependencies {
  readonly read: Pick<StorageReads, 'webhooks'>
  readonly changes: Changes
  readonly clock: Clock
  readonly secretKeys: Pick<SecretKeys, 'prefix' | 'seal' | 'open'>
  readonly logger: Pick<Logger, 'info'>
  readonly failures: FailureLog
}

/** Maximum number of secret keys in one transaction. */
const keysPerPiece = 20

/**
 * Encrypts secret keys with the newest encryption key when they are stored unencrypted or under an older one (decisions
 * §8.9). A run handles each secret key at most once, so nodes that disagree about which encryption key is the newest do
 * not undo each other's work forever.
 */
export class SecretKeyRenewal implements Job {
  readonly name = 'secret keys'
  readonly periodMs = 600_000
  readonly #dependencies: SecretKeyRenewalDependencies

  constructor(dependencies: SecretKeyRenewalDependencies) {
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { read, clock, secretKeys, logger } = this.#dependencies
    const seen = new Set<string>()
    let count = 0
    let seenAgain = 0
    while (!run.aborted) {
      const limit = keysPerPiece + seenAgain
      const found = await read.webhooks.listWithoutSealPrefix(secretKeys.prefix, limit)
      const startedAt = clock.monotonic()
      const unseen = found.filter(({ id }) => !seen.has(id))
      for (const { id } of unseen) seen.add(id)
      const replaced = await this.#replace(run, unseen)
      count += replaced
      seenAgain = found.length - replaced
      if (found.length < limit || unseen.length === 0) break
      await run.pause(getPauseAfterRun(clock.monotonic() - startedAt))
    }
    if (count > 0) logger.info('Secret keys were encrypted with the newest key', { count })
  }

  /**
   * Replaces the secret keys and returns how many were replaced. Those that were changed meanwhile, by another node or
   * by setting a new key, are left alone.
   */
  async #replace(run: Run, found: readonly SealedSecretKey[]): Promise<number> {
    const renewed = found.flatMap((former) => this.#renew(former))
    if (renewed.length === 0) return 0
    const { changes, clock } = this.#dependencies
    return await changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
      let count = 0
      for (const { id, former, secretKey } of renewed)
        if (await tx.webhooks.replaceSecretKey(id, former, secretKey)) count += 1
      return { response: count, facts: [] }
    })
  }

  /** Encrypts one secret key again. A key that cannot be decrypted stays as it is, and does not stop the others. */
  #renew({ id, secretKey: former }: SealedSecretKey) {
    const { secretKeys, failures } = this.#dependencies
    try {
      return [{ id, former, secretKey: secretKeys.seal(secretKeys.open(former, id), id) }]
    } catch (cause) {
      failures.write('A secret key could not be encrypted with the newest key', 'internal', {
        webhookId: id,
        cause,
      })
      return []
    }
  }
}
