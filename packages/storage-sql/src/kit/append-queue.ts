import { type AppendCommand, type AppendResult, type Cancellation, StorageError } from '@parley/core/storage'

type Append = (commands: readonly AppendCommand[]) => Promise<readonly AppendResult[]>

interface Call {
  readonly commands: readonly AppendCommand[]
  readonly cancellation: Cancellation | undefined
  readonly resolve: (results: readonly AppendResult[]) => void
  readonly reject: (error: unknown) => void
}

const maxBatchesInFlight = 4
const maxCommandsPerBatch = 512

/**
 * Batches calls: calls that arrive together, or while others are in flight, share one statement and one commit. Calls
 * for the same chat are never in flight at the same time, so they are applied in the order in which they were made.
 */
export class AppendQueue {
  readonly #append: Append
  #waiting: Call[] = []
  #inFlightCount = 0
  #isScheduled = false
  readonly #busyChatIds = new Set<string>()

  constructor(append: Append) {
    this.#append = append
  }

  add(
    commands: readonly AppendCommand[],
    cancellation: Cancellation | undefined,
  ): Promise<readonly AppendResult[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commands, cancellation, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#start()
    })
  }

  #start(): void {
    while (this.#inFlightCount < maxBatchesInFlight) {
      const calls = this.#take()
      if (calls.length === 0) return
      void this.#run(calls)
    }
  }

  /** Takes the next batch: calls whose chats are free. A call never overtakes an earlier one for the same chat. */
  #take(): readonly Call[] {
    const taken: Call[] = []
    const left: Call[] = []
    const blocked = new Set(this.#busyChatIds)
    let commandCount = 0
    for (const call of this.#waiting) {
      if (call.cancellation?.aborted) {
        call.reject(new StorageError('cancelled', 'the events were cancelled'))
        continue
      }
      const fits = taken.length === 0 || commandCount + call.commands.length <= maxCommandsPerBatch
      if (fits && !call.commands.some(({ chatId }) => blocked.has(chatId))) {
        taken.push(call)
        commandCount += call.commands.length
      } else {
        left.push(call)
        for (const { chatId } of call.commands) blocked.add(chatId)
      }
    }
    this.#waiting = left
    return taken
  }

  async #run(calls: readonly Call[]): Promise<void> {
    for (const call of calls) for (const { chatId } of call.commands) this.#busyChatIds.add(chatId)
    this.#inFlightCount++
    await this.#runTogether(calls)
    this.#inFlightCount--
    for (const call of calls) for (const { chatId } of call.commands) this.#busyChatIds.delete(chatId)
    this.#schedule()
  }

  async #runTogether(calls: readonly Call[]): Promise<void> {
    try {
      const commands: AppendCommand[] = []
      for (const call of calls) commands.push(...call.commands)
      const results = await this.#append(commands)
      let offset = 0
      for (const { commands, resolve } of calls) {
        resolve(results.slice(offset, offset + commands.length))
        offset += commands.length
      }
    } catch (error) {
      if (calls.length === 1 || error instanceof StorageError) {
        for (const call of calls) call.reject(error)
        return
      }
      // The server rejected the data of one of the calls. The others succeed on their own.
      for (const call of calls) await this.#runTogether([call])
    }
  }
}
