import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { Clock } from '../ports/clock.js'
import type { Logger } from '../ports/logger.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { Chore } from './chores.js'

/** Metrics of housekeeping for one table. */
export interface TableMetrics {
  /** Number of rows that this node has deleted since it started. */
  readonly removedCount: number
  /**
   * Number of rows that were due when the last run began, counted up to 10,000; 0 after a run that deleted all of them.
   * Stays above 0 when runs fail or cannot keep up.
   */
  readonly dueCount: number
  /** Time when a run last deleted all due rows, in Unix milliseconds; `null` before that. */
  readonly clearedAt: number | null
}

/** Metrics of housekeeping on this node. */
export interface HousekeepingMetrics {
  /** Time when the last run ended, in Unix milliseconds; `null` before the first one. */
  readonly lastRunEndedAt: number | null
  /**
   * Metrics by table: `answers` (responses to requests with an idempotency key), `attempts`, `codes`, `facts` (facts of
   * chats, kept for catch-up), `signIns`, `tokens`.
   */
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
/**
 * Length of the pause after a chunk, as a multiple of the time that the chunk took. The commit is not included; it
 * costs a database about as much.
 */
const pausePerWork = 8
const maxPauseMs = 1_000

/**
 * Deletes expired rows in small chunks, table by table in turns, until none is left. Pauses after each chunk so that
 * other work can go first.
 */
export class Housekeeping implements Job {
  readonly name = 'housekeeping'
  readonly periodMs: number
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #chunkRowCount: number
  readonly #works: readonly Work[]
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
    const { periodMs, chunkRowCount } = parts.settings.housekeeping
    this.periodMs = periodMs
    this.#chunkRowCount = chunkRowCount
    this.#works = chores.map((chore) => ({ chore, removedCount: 0, dueCount: 0, clearedAt: null }))
  }

  metrics(): HousekeepingMetrics {
    const tables = this.#works.map(({ chore, removedCount, dueCount, clearedAt }) => {
      return [chore.table, { removedCount, dueCount, clearedAt }] as const
    })
    return { lastRunEndedAt: this.#lastRunEndedAt, tables: Object.fromEntries(tables) }
  }

  /** Deletes what is due. After a cancelled run, the next one continues. */
  async run(run: Run): Promise<void> {
    const now = this.#clock.now()
    const failures: Failure[] = []
    let due = await this.#eachInTurn(run, this.#works, failures, (work) => this.#countDue(work, now))
    while (due.length > 0) {
      due = await this.#eachInTurn(run, due, failures, (work) => this.#deleteChunk(run, work, now))
    }
    if (run.aborted) return
    this.#lastRunEndedAt = this.#clock.now()
    this.#report(failures)
  }

  /**
   * Runs one turn for each table, and returns the tables that need another one. A table that fails gets no further turn
   * in this run, and does not affect the others.
   */
  async #eachInTurn(
    run: Run,
    works: readonly Work[],
    failures: Failure[],
    turn: (work: Work) => Promise<boolean>,
  ): Promise<readonly Work[]> {
    const wanting: Work[] = []
    for (const work of works) {
      if (run.aborted) return []
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

  async #deleteChunk(run: Run, work: Work, now: number): Promise<boolean> {
    const { chore } = work
    const chunkRowCount = this.#chunkRowCount
    let tookMs = 0
    const count = await this.#changes.commit(createOrigin(run), now, [], async (tx) => {
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
    await run.pause(Math.min(pausePerWork * tookMs, maxPauseMs))
    return !isCleared
  }

  /** Logs the failures of a run in one line. */
  #report(failures: readonly Failure[]): void {
    const [first] = failures
    if (first === undefined) return
    this.#logger.warn('Some expired rows could not be deleted; the next run tries again', {
      tables: failures.map(({ table }) => table),
      cause: first.cause,
    })
  }
}
