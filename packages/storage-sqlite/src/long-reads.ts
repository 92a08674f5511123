import { Worker } from 'node:worker_threads'
import { type Cancellation, StorageError } from '@parley/core/storage'
import type { ReadTurn, Row, Statement } from '@parley/storage-sql'
import type { DriverName } from './driver.js'
import { toStorageError } from './sqlite-errors.js'
import { threadOptions } from './thread-options.js'

/** Data that the reading thread starts with. */
export interface LongReadsThreadData {
  readonly driver: DriverName
  readonly filename: string
  readonly busyTimeoutMs: number
}

/** One read that the thread is asked for. */
export interface LongRead {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Result that the thread posts: the rows, or the message and the result code of SQLite's error. */
export type LongReadEnd =
  | { readonly rows: readonly Row[] }
  | { readonly message: string; readonly resultCode: string | undefined }

interface Waiting {
  readonly request: LongRead
  readonly cancellation: Cancellation | undefined
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/** License id of reads that belong to no license. They take turns with those of the licenses. */
const noLicense = 0

const threadModule = new URL('long-reads-thread.js', import.meta.url)

/**
 * Runs long reads in a separate thread with its own connection, one at a time. A search for a common word takes a
 * second among a million events, and SQLite cannot interrupt it: FTS5 collects all matches before it returns the first
 * row. Licenses take turns, and cancelled reads are skipped.
 */
export class LongReads {
  readonly #data: LongReadsThreadData
  /** Started on first use, and again after it was lost. */
  #thread: Worker | undefined
  /** Waiting reads by license. The license whose turn it is comes first. */
  readonly #waiting = new Map<number, Waiting[]>()
  /** The read that the thread is running. */
  #current: Waiting | undefined
  #isClosing = false

  constructor(data: LongReadsThreadData) {
    this.#data = data
  }

  /** Returns the rows of a statement. It sees everything that was committed before the call. */
  all<Params>(statement: Statement<Params>, params: Params, turn?: ReadTurn): Promise<readonly Row[]> {
    const { licenseId = noLicense, cancellation } = turn ?? {}
    return new Promise((resolve, reject) => {
      const request: LongRead = { sql: statement.sql, values: statement.bind(params) }
      const waiting = { request, cancellation, resolve, reject }
      const others = this.#waiting.get(licenseId)
      if (others === undefined) this.#waiting.set(licenseId, [waiting])
      else others.push(waiting)
      this.#readNext()
    })
  }

  /** Resolves when all waiting reads have ended and the thread has exited. */
  async close(): Promise<void> {
    this.#isClosing = true
    const thread = this.#thread
    if (thread === undefined) return
    thread.ref()
    // The thread also exits after an error, which `events.once` would reject with.
    const exited = new Promise((resolve) => thread.once('exit', resolve))
    if (this.#current === undefined) thread.postMessage('close')
    await exited
  }

  #readNext(): void {
    if (this.#current !== undefined) return
    const next = this.#takeNext()
    this.#current = next
    if (next === undefined) {
      if (this.#isClosing) this.#thread?.postMessage('close')
      else this.#thread?.unref()
      return
    }
    const thread = this.#thread ?? this.#startThread()
    this.#thread = thread
    thread.ref()
    thread.postMessage(next.request)
  }

  /** Takes the next read and moves its license to the end of the turn order. */
  #takeNext(): Waiting | undefined {
    for (const [licenseId, queue] of this.#waiting) {
      const next = queue.shift()
      this.#waiting.delete(licenseId)
      if (queue.length > 0) this.#waiting.set(licenseId, queue)
      if (next?.cancellation?.aborted !== true) return next
      next.reject(new StorageError('cancelled', 'the read was cancelled'))
    }
    return undefined
  }

  #startThread(): Worker {
    const thread = new Worker(threadModule, { ...threadOptions, workerData: this.#data })
    thread.on('message', (end: LongReadEnd) => this.#onRead(thread, end))
    thread.on('error', (cause) => this.#onLost(thread, cause))
    thread.on('exit', () => this.#onLost(thread, undefined))
    return thread
  }

  #onRead(thread: Worker, end: LongReadEnd): void {
    const waiting = this.#current
    this.#current = undefined
    if ('rows' in end) waiting?.resolve(end.rows)
    else waiting?.reject(toStorageError(new Error(end.message), end.resultCode))
    if (this.#thread === thread) this.#readNext()
  }

  #onLost(thread: Worker, cause: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    const waiting = [this.#current, ...[...this.#waiting.values()].flat()]
    this.#current = undefined
    this.#waiting.clear()
    const error = new StorageError('unavailable', 'the thread that reads from SQLite has ended', { cause })
    for (const one of waiting) one?.reject(error)
  }
}
