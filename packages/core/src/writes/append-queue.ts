import type { Storage } from '../ports/storage.js'
import type { AppendCommand, AppendResult } from '../ports/stores/chats.js'

interface Pending {
  readonly command: AppendCommand
  readonly done: (result: AppendResult) => void
  readonly failed: (cause: unknown) => void
}

/** Bounds one statement and one commit; what comes on top waits for the next. */
const commandsPerBatch = 512

/**
 * Gathers the appends of an event-loop turn, and those that arrive while a batch is under way, into the next
 * batch. `done` is called synchronously, batch by batch in the order of the commands: the order of the commits.
 */
export class AppendQueue {
  readonly #storage: Pick<Storage, 'appendEvents'>
  #pending: Pending[] = []
  #isFlushing = false

  constructor(storage: Pick<Storage, 'appendEvents'>) {
    this.#storage = storage
  }

  push(command: AppendCommand, done: (result: AppendResult) => void, failed: (cause: unknown) => void): void {
    this.#pending.push({ command, done, failed })
    if (this.#isFlushing) return
    this.#isFlushing = true
    setImmediate(() => this.#flush())
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, commandsPerBatch)
      await this.#store(batch)
    }
    this.#isFlushing = false
  }

  async #store(batch: readonly Pending[]): Promise<void> {
    try {
      const results = await this.#storage.appendEvents(batch.map(({ command }) => command))
      batch.forEach(({ done, failed }, index) => {
        const result = results[index]
        if (result === undefined) failed(new TypeError('The storage answered fewer results than commands'))
        else done(result)
      })
    } catch (cause) {
      for (const { failed } of batch) failed(cause)
    }
  }
}
