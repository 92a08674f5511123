import type { RequestOrigin } from '../push/request-origin.js'
import type { Told } from './arrived.js'
import { routes } from './consequences.js'
import { type Fact, licenseOf } from './fact.js'
import type { FactBatch } from './fact-batch.js'
import type { FactListeners } from './fact-listeners.js'
import type { FactPublisher } from './fact-publisher.js'
import type { FactReceiver } from './fact-receiver.js'

/** Where the facts of this node's commits go: to its host, to the other nodes, and to its own connections. */
export class Facts {
  readonly #listeners: FactListeners
  readonly #publisher: FactPublisher | undefined
  readonly #receiver: FactReceiver
  readonly #noteChanged: (chatId: string) => void
  readonly #noteMissed: (batch: FactBatch, authorId: string | null) => void
  readonly #noteRoutable: (licenseId: number) => void

  constructor(dependencies: {
    readonly listeners: FactListeners
    /** Absent where there are no other nodes. */
    readonly publisher: FactPublisher | undefined
    readonly receiver: FactReceiver
    /** A commit of this node has changed the chat. */
    readonly noteChanged: (chatId: string) => void
    /** It may be news to agents who cannot be pushed it. */
    readonly noteMissed: (batch: FactBatch, authorId: string | null) => void
    /** By a commit of this node a waiting thread may get an agent. */
    readonly noteRoutable: (licenseId: number) => void
  }) {
    this.#listeners = dependencies.listeners
    this.#publisher = dependencies.publisher
    this.#receiver = dependencies.receiver
    this.#noteChanged = dependencies.noteChanged
    this.#noteMissed = dependencies.noteMissed
    this.#noteRoutable = dependencies.noteRoutable
  }

  /** What was asked for and is so already: answers how many bytes the one who has asked for it was told. */
  answer(fact: Fact, connection: RequestOrigin): number {
    return this.#receiver.answer(fact, connection)
  }

  /** In the order of the commits, as far as this node makes one. */
  tell(batches: readonly FactBatch[], told: Told): void {
    for (const batch of batches) {
      if (batch.place !== null) this.#noteChanged(batch.place.chatId)
      for (const fact of batch.facts) if (routes(fact)) this.#noteRoutable(licenseOf(fact))
      this.#listeners.hear(batch)
      this.#publisher?.publish(batch)
      this.#noteMissed(batch, told.authorId)
    }
    this.#receiver.tell(batches, told)
  }
}
