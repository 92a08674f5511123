import { Worker } from 'node:worker_threads'
import { StorageError } from '@parley/core/ports'
import type { Row, Statement } from '@parley/storage-sql'
import { toStorageError } from './sqlite-errors.js'
import { threadOptions } from './thread-options.js'

export interface LongReadsThreadData {
  readonly filename: string
  readonly busyTimeoutMs: number
}

export interface LongRead {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** What the thread says when it has read, or why it could not, in SQLite's words. */
export type LongReadEnd =
  | { readonly rows: readonly Row[] }
  | { readonly message: string; readonly code: string }

interface Waiting {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

const threadModule = new URL('long-reads-thread.js', import.meta.url)

/**
 * Reads on a connection of its own in a thread of its own, one after the other: a statement cannot be left before its
 * end, and a search for a common word takes a second among a million events. It cannot be had in pieces either: of a
 * prefix, FTS5 merges all that it finds before it answers the first row.
 */
export class LongReads {
  readonly #data: LongReadsThreadData
  /** Started when it is first needed, and again after it was lost. */
  #thread: Worker | undefined
  /** In the order in which the thread answers. */
  #waiting: Waiting[] = []
  #isClosing = false

  constructor(data: LongReadsThreadData) {
    this.#data = data
  }

  /** Sees what was committed before the call. */
  all<Params>(statement: Statement<Params>, params: Params): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      const asked: LongRead = { sql: statement.sql, values: statement.bind(params) }
      const thread = this.#thread ?? this.#startThread()
      this.#thread = thread
      this.#waiting.push({ resolve, reject })
      thread.ref()
      thread.postMessage(asked)
    })
  }

  /** Once all that was asked is read. */
  async close(): Promise<void> {
    const thread = this.#thread
    if (thread === undefined) return
    this.#isClosing = true
    thread.ref()
    thread.postMessage('close')
    // Also after an error, which `once` would reject with.
    await new Promise((resolve) => thread.once('exit', resolve))
  }

  #startThread(): Worker {
    const thread = new Worker(threadModule, { ...threadOptions, workerData: this.#data })
    thread.on('message', (end: LongReadEnd) => this.#onRead(thread, end))
    thread.on('error', (cause) => this.#onLost(thread, cause))
    thread.on('exit', () => this.#onLost(thread, undefined))
    return thread
  }

  #onRead(thread: Worker, end: LongReadEnd): void {
    const waiting = this.#waiting.shift()
    if (this.#waiting.length === 0 && !this.#isClosing) thread.unref()
    if ('rows' in end) waiting?.resolve(end.rows)
    else waiting?.reject(toStorageError(Object.assign(new Error(end.message), { code: end.code })))
  }

  #onLost(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    const waiting = this.#waiting
    this.#waiting = []
    const error = new StorageError('unavailable', 'the thread that reads from SQLite has ended', { cause })
    for (const { reject } of waiting) reject(error)
  }
}
