import type { Part } from '../background/part.js'
import { getConsequences } from '../facts/consequences.js'
import type { FactBatch } from '../facts/fact-batch.js'
import type { Logger } from '../ports/logger.js'

/** Replaces the notifier when the host has no push service. Logs the first notification that is not sent. */
export class MissingPushService implements Part {
  readonly #logger: Logger
  #isLogged = false

  constructor({ logger }: { readonly logger: Logger }) {
    this.#logger = logger
  }

  onCommit({ facts }: FactBatch): void {
    if (this.#isLogged) return
    if (facts.every(({ name }) => getConsequences(name).notice === null)) return
    this.#isLogged = true
    this.#logger.debug('The option pushService is not set: agents without a connection are not notified')
  }
}
