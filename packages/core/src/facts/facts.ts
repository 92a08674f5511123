import type { RequestOrigin } from '../push/request-origin.js'
import { routes } from './consequences.js'
import { type Fact, getLicenseId } from './fact.js'
import type { FactBatch } from './fact-batch.js'
import type { FactListeners } from './fact-listeners.js'
import type { FactPublisher } from './fact-publisher.js'
import type { FactReceiver } from './fact-receiver.js'
import type { CommitCallbacks } from './received-commit.js'

/**
 * Distributes the facts of this node's commits: to listeners of the host, to the other nodes, and to the connections of
 * this node.
 */
export class Facts {
  readonly #listeners: FactListeners
  readonly #publisher: FactPublisher | undefined
  readonly #receiver: FactReceiver
  readonly #noteChanged: (chatId: string) => void
  readonly #noteMissed: (batch: FactBatch, authorId: string | null) => void
  readonly #noteAssignable: (licenseId: number) => void

  constructor(dependencies: {
    readonly listeners: FactListeners
    /** `undefined` when there are no other nodes. */
    readonly publisher: FactPublisher | undefined
    readonly receiver: FactReceiver
    /** Called with each chat that a commit of this node changed. */
    readonly noteChanged: (chatId: string) => void
    /** Called with every batch, so that agents without a connection can be notified on their devices. */
    readonly noteMissed: (batch: FactBatch, authorId: string | null) => void
    /** Called with a license when a commit of this node may allow an assignment. */
    readonly noteAssignable: (licenseId: number) => void
  }) {
    this.#listeners = dependencies.listeners
    this.#publisher = dependencies.publisher
    this.#receiver = dependencies.receiver
    this.#noteChanged = dependencies.noteChanged
    this.#noteMissed = dependencies.noteMissed
    this.#noteAssignable = dependencies.noteAssignable
  }

  /**
   * Delivers the fact of a request whose result already existed, only to the connection that asked. Returns the number
   * of bytes pushed.
   */
  reply(fact: Fact, connection: RequestOrigin): number {
    return this.#receiver.reply(fact, connection)
  }

  /** Distributes commits of this node, in their order. */
  distribute(batches: readonly FactBatch[], callbacks: CommitCallbacks): void {
    for (const batch of batches) {
      if (batch.place !== null) this.#noteChanged(batch.place.chatId)
      for (const fact of batch.facts) if (routes(fact)) this.#noteAssignable(getLicenseId(fact))
      this.#listeners.notify(batch)
      this.#publisher?.publish(batch)
      this.#noteMissed(batch, callbacks.authorId)
    }
    this.#receiver.deliver(batches, callbacks)
  }
}
