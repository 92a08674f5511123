import type { FactBatch } from './fact-batch.js'
import type { FactListeners } from './fact-listeners.js'
import type { FactPublisher } from './fact-publisher.js'
import type { FactReceiver, Told } from './fact-receiver.js'

/** Where the facts of this node's commits go: to its host, to the other nodes, and to its own connections. */
export class Facts {
  readonly #listeners: FactListeners
  readonly #publisher: FactPublisher | undefined
  readonly #receiver: FactReceiver

  constructor(dependencies: {
    readonly listeners: FactListeners
    /** Absent where there are no other nodes. */
    readonly publisher: FactPublisher | undefined
    readonly receiver: FactReceiver
  }) {
    this.#listeners = dependencies.listeners
    this.#publisher = dependencies.publisher
    this.#receiver = dependencies.receiver
  }

  /** In the order of the commits, as far as this node makes one. */
  tell(batches: readonly FactBatch[], told: Told): void {
    for (const batch of batches) {
      this.#listeners.hear(batch)
      this.#publisher?.publish(batch)
    }
    this.#receiver.tell(batches, told)
  }
}
