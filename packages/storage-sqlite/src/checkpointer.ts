import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.js'
import { threadOptions } from './thread-options.js'

export interface CheckpointThreadData {
  readonly filename: string
  readonly busyTimeoutMs: number
}

/** What the thread says when it has ended a checkpoint; `null`, or why it could not. */
export type CheckpointEnd = string | null

/** Pages of the log that are not in the database yet: about 16 MiB. */
const maxPendingPages = 4_000

/** From here on SQLite itself checkpoints within a commit: the thread is not there, or cannot keep up. */
export const maxLogPages = 16_000

const threadModule = new URL('checkpoint-thread.js', import.meta.url)
const threadHeap = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/**
 * Moves the log into the database while commits go on: a thread copies what is there, and only what was
 * committed meanwhile is left for the writer, whose next commit then begins the log anew. A checkpoint that
 * fails loses nothing; the next one makes up for it.
 */
export class Checkpointer {
  readonly #writer: SqliteConnection
  readonly #data: CheckpointThreadData
  /** Started when it is first needed, so that a quiet host never pays for it. */
  #thread: Worker | undefined
  #state: 'idle' | 'copying' | 'copied' | 'out-of-service' = 'idle'
  #startAt = maxPendingPages

  constructor(writer: SqliteConnection, data: CheckpointThreadData) {
    this.#writer = writer
    this.#data = data
  }

  /** To be called between transactions; never throws. */
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
    // Also after an error, which `once` would reject with.
    await new Promise((resolve) => thread.once('exit', resolve))
  }

  #startCopying(): void {
    const pending = this.#writer.pendingPages()
    // SQLite has copied meanwhile: a new log, a new attempt.
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
  process.emitWarning(`SQLite could not checkpoint beside its commits: ${cause}`, {
    code: 'PARLEY_SQLITE_CHECKPOINT',
  })
}
