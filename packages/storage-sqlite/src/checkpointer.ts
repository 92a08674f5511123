import { Worker } from 'node:worker_threads'
import type { DriverName } from './driver.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { threadOptions } from './thread-options.js'

/** Data that the checkpoint thread starts with. */
export interface CheckpointThreadData {
  readonly driver: DriverName
  readonly filename: string
  readonly busyTimeoutMs: number
}

/** Result that the thread posts after a checkpoint: `null`, or the message of the error. */
export type CheckpointEnd = string | null

/** Number of log pages not yet in the database at which a checkpoint starts: about 16 MiB. */
export const maxPendingPages = 4_000

/**
 * Number of log pages at which SQLite itself checkpoints during a commit. Reached only when the thread is gone or
 * cannot keep up.
 */
export const maxLogPages = 16_000

const threadModule = new URL('checkpoint-thread.js', import.meta.url)
const threadHeap = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/**
 * Moves the write-ahead log into the database file while commits continue. A thread copies what is there, and the
 * writer copies only what was committed meanwhile; its next commit restarts the log. A failed checkpoint loses nothing,
 * and a later one makes up for it.
 */
export class Checkpointer {
  readonly #writer: SqliteConnection
  readonly #data: CheckpointThreadData
  /** Started on first use, so that a quiet host never pays for it. */
  #thread: Worker | undefined
  #state: 'idle' | 'copying' | 'copied' | 'out-of-service' = 'idle'
  #startAt = maxPendingPages

  constructor(writer: SqliteConnection, data: CheckpointThreadData) {
    this.#writer = writer
    this.#data = data
  }

  /** Starts or finishes a checkpoint if one is due. Call it between transactions; it never throws. */
  afterCommit(): void {
    try {
      if (this.#state === 'idle') this.#startCopying()
      else if (this.#state === 'copied') this.#finish()
    } catch (cause) {
      this.#postpone(cause instanceof Error ? cause.message : String(cause))
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread
    if (thread === undefined || this.#state === 'out-of-service') return
    this.#state = 'out-of-service'
    thread.ref()
    thread.postMessage('close')
    // The thread also exits after an error, which `events.once` would reject with.
    await new Promise((resolve) => thread.once('exit', resolve))
  }

  #startCopying(): void {
    const pending = this.#writer.pendingPages()
    // SQLite has checkpointed meanwhile, so the threshold starts over.
    if (pending < maxPendingPages) this.#startAt = maxPendingPages
    if (pending < this.#startAt) return
    this.#state = 'copying'
    this.#thread ??= this.#startThread()
    this.#thread.postMessage('copy')
  }

  #startThread(): Worker {
    const thread = new Worker(threadModule, {
      ...threadOptions,
      workerData: this.#data,
      resourceLimits: threadHeap,
    })
    thread.unref()
    thread.on('message', (end: CheckpointEnd) => this.#onCopied(end))
    thread.on('error', (cause) => {
      this.#state = 'out-of-service'
      warn(cause.message)
    })
    return thread
  }

  #onCopied(end: CheckpointEnd): void {
    if (this.#state !== 'copying') return
    if (end === null) this.#state = 'copied'
    else this.#postpone(end)
  }

  #postpone(cause: string): void {
    this.#state = 'idle'
    this.#startAt += maxPendingPages
    warn(cause)
  }

  #finish(): void {
    this.#state = 'idle'
    this.#startAt = maxPendingPages
    this.#writer.checkpoint()
  }
}

function warn(cause: string): void {
  process.emitWarning(`SQLite could not checkpoint in the background: ${cause}`, {
    code: 'PARLEY_SQLITE_CHECKPOINT',
  })
}
