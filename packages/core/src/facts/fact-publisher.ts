import type { FailureLog } from '../logging/failure-log.js'
import type { Bus } from '../ports/bus.js'
import { type BusMessage, busMessageVersion, type FactBatch, licenseOfBatch } from './fact-batch.js'

/** Tells the other nodes. What is lost on the way delays what they show, and no more. */
export class FactPublisher {
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

  publish(batch: FactBatch): void {
    void this.#publish(licenseOfBatch(batch), { version: busMessageVersion, nodeId: this.#nodeId, batch })
  }

  async #publish(licenseId: number, message: BusMessage): Promise<void> {
    try {
      await this.#bus.publish(licenseId, message)
    } catch (cause) {
      this.#failures.write('Other nodes could not be told', 'bus', { licenseId, cause })
    }
  }
}
