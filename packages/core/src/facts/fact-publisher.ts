import type { FailureLog } from '../logging/failure-log.js'
import type { Bus } from '../ports/bus.js'
import {
  type BusMessage,
  busMessageVersion,
  type CommitListener,
  type FactBatch,
  getBatchLicenseId,
} from './fact-batch.js'

/** Publishes facts to the other nodes. A message that is lost only delays what those nodes push. */
export class FactPublisher implements CommitListener {
  readonly #nodeId: string
  readonly #bus: Bus<BusMessage>
  readonly #failures: FailureLog

  constructor(dependencies: {
    readonly nodeId: string
    readonly bus: Bus<BusMessage>
    readonly failures: FailureLog
  }) {
    this.#nodeId = dependencies.nodeId
    this.#bus = dependencies.bus
    this.#failures = dependencies.failures
  }

  onCommit(batch: FactBatch): void {
    void this.#publish(getBatchLicenseId(batch), { version: busMessageVersion, nodeId: this.#nodeId, batch })
  }

  async #publish(licenseId: number, message: BusMessage): Promise<void> {
    try {
      await this.#bus.publish(licenseId, message)
    } catch (cause) {
      this.#failures.write('A fact could not be published to other nodes', 'bus', { licenseId, cause })
    }
  }
}
