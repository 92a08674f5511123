import {
  type AppendCommand,
  type AppendResult,
  type Cancellation,
  type Storage,
  StorageError,
  type StorageTransaction,
} from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import { type Call, recordCalls, replay } from './calls.js'
import { LogFile } from './log-file.js'

type Entry =
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'append'; readonly commands: readonly AppendCommand[] }

interface Appending {
  readonly commands: readonly AppendCommand[]
  readonly cancellation: Cancellation | undefined
  readonly resolve: (results: readonly AppendResult[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates an in-memory storage that survives a restart: each change is in `file` on disk before its caller gets a
 * result.
 */
export function loggedStorage({ file }: { readonly file: string }): Storage {
  return new LoggedStorage(file)
}

class LoggedStorage implements Storage {
  readonly #path: string
  readonly #memory = memoryStorage()
  #log: LogFile | undefined
  #appending: Appending[] = []
  #lastTurn: Promise<unknown> = Promise.resolve()
  #closing: Promise<void> | undefined
  readonly read = this.#memory.read

  constructor(path: string) {
    this.#path = path
  }

  async open(): Promise<void> {
    await this.#memory.open()
    this.#log = await LogFile.open(this.#path, (record) => this.#replay(record))
  }

  transaction<T>(work: (tx: StorageTransaction) => Promise<T>, cancellation?: Cancellation): Promise<T> {
    return this.#inTurn((log) =>
      logged(log, (write) =>
        this.#memory.transaction(async (tx) => {
          const calls: Call[] = []
          const result = await work(recordCalls(tx, this.read, calls))
          // An error after this point fails the transaction, and removes its record from the log.
          if (calls.length > 0) await write({ kind: 'calls', calls })
          return result
        }, cancellation),
      ),
    )
  }

  /** Appends events. Calls that wait for their turn are written together, with one wait for the disk. */
  appendEvents(
    commands: readonly AppendCommand[],
    cancellation?: Cancellation,
  ): Promise<readonly AppendResult[]> {
    return new Promise((resolve, reject) => {
      this.#appending.push({ commands, cancellation, resolve, reject })
      if (this.#appending.length > 1) return
      this.#inTurn((log) => this.#appendAll(log)).catch((error: unknown) => {
        for (const call of this.#appending.splice(0)) call.reject(error)
      })
    })
  }

  ping(): Promise<number | null> {
    return this.#memory.ping()
  }

  close(): Promise<void> {
    this.#closing ??= this.#lastTurn.then(async () => {
      await this.#memory.close()
      await this.#log?.close()
    })
    return this.#closing
  }

  async #appendAll(log: LogFile): Promise<void> {
    const calls = this.#appending.splice(0).filter(({ cancellation, reject }) => {
      if (cancellation?.aborted) reject(new StorageError('cancelled', 'the call was cancelled'))
      return cancellation?.aborted !== true
    })
    const commands = calls.flatMap((call) => call.commands)
    try {
      const results = await logged(log, async (write) => {
        // Each command has the same result when the log is replayed.
        if (commands.length > 0) await write({ kind: 'append', commands })
        return this.#memory.appendEvents(commands)
      })
      let from = 0
      for (const call of calls) {
        call.resolve(results.slice(from, from + call.commands.length))
        from += call.commands.length
      }
    } catch (error) {
      for (const call of calls) call.reject(error)
    }
  }

  async #replay(entry: unknown): Promise<void> {
    if (!isEntry(entry)) throw new Error('the log is not one of this storage')
    if (entry.kind === 'append') await this.#memory.appendEvents(entry.commands)
    else await this.#memory.transaction((tx) => replay(tx, entry.calls))
  }

  /** Runs one piece of work at a time, so that the log has the order in which changes were made. */
  async #inTurn<T>(work: (log: LogFile) => Promise<T>): Promise<T> {
    const log = this.#log
    if (log === undefined || this.#closing) throw new StorageError('closed', 'the storage is not open')
    const turn = this.#lastTurn.then(() => work(log))
    this.#lastTurn = turn.catch(() => undefined)
    return turn
  }
}

function isEntry(record: unknown): record is Entry {
  if (typeof record !== 'object' || record === null || !('kind' in record)) return false
  return record.kind === 'calls' || record.kind === 'append'
}

/** Runs work together with what it writes to the log: either both take effect or neither. */
async function logged<T>(
  log: LogFile,
  work: (write: (entry: Entry) => Promise<void>) => Promise<T>,
): Promise<T> {
  try {
    const result = await work((entry) => log.append(entry).catch(unavailable))
    log.keep()
    return result
  } catch (error) {
    await log.takeBack()
    throw error
  }
}

function unavailable(cause: unknown): never {
  throw new StorageError('unavailable', 'the log could not be written', { cause })
}
