import type { Changes } from '../changes/changes.js'
import { originOf } from '../changes/origin.js'
import type { Clock } from '../ports/clock.js'
import type { Logger } from '../ports/logger.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { Chore } from './chores.js'

/** Of one table. */
export interface TableMetrics {
  /** Rows that this node has deleted since it began. */
  readonly removedCount: number
  /**
   * Rows that were due when the last run began, counted up to 10,000; 0 once a run has left none. It stays above 0
   * where runs fail or cannot keep up.
   */
  readonly dueCount: number
  /** When a run last left none, in Unix milliseconds; `null` before. */
  readonly clearedAt: number | null
}

export interface HousekeepingMetrics {
  /** In Unix milliseconds; `null` before the first one. */
  readonly lastRunEndedAt: number | null
  /** By name: `answers` (to requests with an idempotency key), `attempts`, `codes`, `signIns`, `tokens`. */
  readonly tables: Readonly<Record<string, TableMetrics>>
}

interface Work {
  readonly chore: Chore
  removedCount: number
  dueCount: number
  clearedAt: number | null
}

interface Failure {
  readonly table: string
  readonly cause: unknown
}

const maxDueCount = 10_000
/** It rests that many times as long as a chunk took, not counting the commit, which costs a database about as much. */
const restPerWork = 8
const maxRestMs = 1_000

/**
 * Deletes what has run out: from the start on, then in each period, a chunk of one table after a chunk of another
 * until nothing is left. After each chunk everybody else has their turn.
 */
export class Housekeeping {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #settings: Settings['housekeeping']
  readonly #works: readonly Work[]
  readonly #cancellation = { aborted: false }
  #stop: () => void = () => undefined
  #endRest: () => void = () => undefined
  #isWanted = false
  #running: Promise<void> | undefined
  #lastRunEndedAt: number | null = null

  constructor(
    parts: {
      read: StorageReads
      changes: Changes
      clock: Clock
      logger: Logger
      settings: Pick<Settings, 'housekeeping'>
    },
    chores: readonly Chore[],
  ) {
    this.#read = parts.read
    this.#changes = parts.changes
    this.#clock = parts.clock
    this.#logger = parts.logger
    this.#settings = parts.settings.housekeeping
    this.#works = chores.map((chore) => ({ chore, removedCount: 0, dueCount: 0, clearedAt: null }))
  }

  /** The storage must be open. */
  start(): void {
    this.#stop = this.#clock.every(this.#settings.periodMs, () => this.#wake())
    this.#wake()
  }

  /** Ends what is under way at once; the next start goes on where it was. */
  async close(): Promise<void> {
    this.#stop()
    this.#cancellation.aborted = true
    this.#endRest()
    await this.#running
  }

  metrics(): HousekeepingMetrics {
    const tables = this.#works.map(({ chore, removedCount, dueCount, clearedAt }) => {
      return [chore.table, { removedCount, dueCount, clearedAt }] as const
    })
    return { lastRunEndedAt: this.#lastRunEndedAt, tables: Object.fromEntries(tables) }
  }

  /** A period that ends while a run is under way makes another one follow it. */
  #wake(): void {
    this.#isWanted = true
    this.#running ??= this.#runWhileWanted()
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#cancellation.aborted) {
      this.#isWanted = false
      await this.#run()
    }
    this.#running = undefined
  }

  async #run(): Promise<void> {
    const now = this.#clock.now()
    const failures: Failure[] = []
    let due = await this.#eachInTurn(this.#works, failures, (work) => this.#countDue(work, now))
    while (due.length > 0) {
      due = await this.#eachInTurn(due, failures, (work) => this.#deleteChunk(work, now))
    }
    if (this.#cancellation.aborted) return
    this.#lastRunEndedAt = this.#clock.now()
    this.#report(failures)
  }

  /** Those that want another turn. One that fails gets none before the next run, and keeps no other from its own. */
  async #eachInTurn(
    works: readonly Work[],
    failures: Failure[],
    turn: (work: Work) => Promise<boolean>,
  ): Promise<readonly Work[]> {
    const wanting: Work[] = []
    for (const work of works) {
      if (this.#cancellation.aborted) return []
      try {
        if (await turn(work)) wanting.push(work)
      } catch (cause) {
        failures.push({ table: work.chore.table, cause })
      }
    }
    return wanting
  }

  async #countDue(work: Work, now: number): Promise<boolean> {
    const { chore } = work
    work.dueCount = await chore.countDue(this.#read, now - chore.memoryMs, maxDueCount)
    if (work.dueCount === 0) work.clearedAt = this.#clock.now()
    return work.dueCount > 0
  }

  async #deleteChunk(work: Work, now: number): Promise<boolean> {
    const { chore } = work
    const { chunkRowCount } = this.#settings
    let tookMs = 0
    const origin = originOf(this.#cancellation)
    const count = await this.#changes.commit(origin, now, [], async (tx) => {
      const startedAt = this.#clock.monotonic()
      const deletedCount = await chore.deleteChunk(tx, now - chore.memoryMs, chunkRowCount)
      tookMs = this.#clock.monotonic() - startedAt
      return { response: deletedCount, facts: [] }
    })
    work.removedCount += count
    const isCleared = count < chunkRowCount
    if (isCleared) {
      work.dueCount = 0
      work.clearedAt = this.#clock.now()
    }
    await this.#rest(restPerWork * tookMs)
    return !isCleared
  }

  #rest(ms: number): Promise<void> {
    if (ms === 0 || this.#cancellation.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = this.#clock.every(Math.min(ms, maxRestMs), () => this.#endRest())
      this.#endRest = () => {
        stop()
        resolve()
      }
    })
  }

  /** Once for a run, however many chunks or tables have failed. */
  #report(failures: readonly Failure[]): void {
    const [first] = failures
    if (first === undefined) return
    this.#logger.warn('What has run out could not all be deleted; the next run tries again', {
      tables: failures.map(({ table }) => table),
      cause: first.cause,
    })
  }
}
