import type { FactBatch } from './fact-batch.js'
import type { FactListeners } from './fact-listeners.js'
import type { FactPublisher } from './fact-publisher.js'
import type { FactReceiver, Told } from './fact-receiver.js'

/** Where the facts of this node's commits go: to its host, to the other nodes, and to its own connections. */
export class Facts {
  readonly #listeners: FactListeners
  readonly #publisher: FactPublisher | undefined
  readonly #receiver: FactReceiver
  readonly #noteChanged: (chatId: string) => void

  constructor(dependencies: {
    readonly listeners: FactListeners
    /** Absent where there are no other nodes. */
    readonly publisher: FactPublisher | undefined
    readonly receiver: FactReceiver
    /** A commit of this node has changed the chat. */
    readonly noteChanged: (chatId: string) => void
  }) {
    this.#listeners = dependencies.listeners
    this.#publisher = dependencies.publisher
    this.#receiver = dependencies.receiver
    this.#noteChanged = dependencies.noteChanged
  }

  /** In the order of the commits, as far as this node makes one. */
  tell(batches: readonly FactBatch[], told: Told): void {
    for (const batch of batches) {
      if (batch.place !== null) this.#noteChanged(batch.place.chatId)
      this.#listeners.hear(batch)
      this.#publisher?.publish(batch)
    }
    this.#receiver.tell(batches, told)
  }
}
