import type { Job, Run } from '../background/job.js'
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
  /** By name: `answers` (to requests with an idempotency key), `attempts`, `codes`,
   * `facts` (what chats have told), `signIns`, `tokens`. */
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
 * Deletes what has run out, a chunk of one table after a chunk of another until nothing is left. After each chunk
 * everybody else has their turn.
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

  /** Where it was cancelled, the next one goes on. */
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

  /** Those that want another turn. One that fails gets none before the next run, and keeps no other from its own. */
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
    const count = await this.#changes.commit(originOf(run), now, [], async (tx) => {
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
    await run.rest(Math.min(restPerWork * tookMs, maxRestMs))
    return !isCleared
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
