import type { Job } from '../background/part.js'
import type { Logger } from '../ports/logger.js'
import type { Storage } from '../ports/storage.js'
import type { Settings } from '../settings.js'

export interface SchemaWatchDependencies {
  readonly storage: Pick<Storage, 'isOutdated'>
  readonly logger: Logger
  readonly settings: Pick<Settings, 'rtm'>
  /** Called when this node can no longer serve. */
  readonly retire: () => void
}

/**
 * Detects that a newer release has changed the database schema so that this one cannot work with it, which happens
 * while nodes are being replaced. The old node stops serving, so that its clients connect to other nodes instead of
 * receiving errors.
 */
export class SchemaWatch implements Job {
  readonly name = 'schema version'
  readonly periodMs: number
  readonly #dependencies: SchemaWatchDependencies
  #isOutdated = false

  constructor(dependencies: SchemaWatchDependencies) {
    this.periodMs = dependencies.settings.rtm.leaseRenewalMs
    this.#dependencies = dependencies
  }

  async run(): Promise<void> {
    const { storage, logger, retire } = this.#dependencies
    if (this.#isOutdated || (await storage.isOutdated?.()) !== true) return
    this.#isOutdated = true
    logger.error(
      'A newer release has migrated the database, and this one cannot work with it. This node no longer serves requests: start the newer release instead',
    )
    retire()
  }
}
