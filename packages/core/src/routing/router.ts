import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/part.js'
import { routes } from '../facts/consequences.js'
import { getLicenseId } from '../facts/fact.js'
import type { FactBatch } from '../facts/fact-batch.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { AssignmentRound } from './assignment-round.js'

export interface RouterDependencies {
  readonly read: Pick<StorageReads, 'routing'>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly background: Pick<Background, 'wake'>
  readonly round: AssignmentRound
}

/**
 * Period of the reads that find changes by other nodes, and minimum time between two of them. A read that would come
 * slightly too early is made one period later, so less than a second passes between two reads.
 */
const lookMs = 500
/** Maximum number of licenses found in one read. */
const licensesPerLook = 200
/** Maximum number of rounds at the same time, so that a slow host policy for one license does not delay the others. */
const licensesAtOnce = 4

/**
 * Assigns waiting threads to agents (decisions §7). It processes changes of this node immediately, and twice a second
 * every license with a waiting thread and an available agent. It keeps no state that must be correct: each round
 * decides on the stored state, and rechecks it under the locks of its transaction. So nodes may decide about the same
 * license at the same time.
 */
export class Router implements Job {
  readonly name = 'routing'
  readonly periodMs = lookMs
  readonly #dependencies: RouterDependencies
  /** Licenses with a change that may allow an assignment, the first change first. */
  readonly #changed = new Set<number>()
  /** Rounds in progress, by license. Each license has at most one. */
  readonly #rounds = new Map<number, Promise<void>>()
  #lookedAt: number | null = null
  #noted: () => void = () => undefined

  constructor(dependencies: RouterDependencies) {
    this.#dependencies = dependencies
  }

  /** Notes the license of a change that may allow an assignment. */
  onCommit({ facts }: FactBatch): void {
    for (const fact of facts) if (routes(fact)) this.#note(getLicenseId(fact))
  }

  /**
   * Starts rounds for changed licenses. A change during the run is picked up immediately, even while other rounds are
   * in progress.
   */
  async run(run: Run): Promise<void> {
    for (;;) {
      await this.#lookWhereDue(run)
      this.#startRounds(run)
      if (this.#rounds.size === 0) return
      await Promise.race([...this.#rounds.values(), this.#nextNote()])
    }
  }

  async #lookWhereDue(run: Run): Promise<void> {
    const { read, clock } = this.#dependencies
    const startedAt = clock.monotonic()
    if (this.#lookedAt !== null && startedAt - this.#lookedAt < lookMs) return
    let after: number | null = null
    while (!run.aborted) {
      const found: readonly number[] = await read.routing.listAssignableLicenses({
        after,
        limit: licensesPerLook,
      })
      for (const licenseId of found) this.#note(licenseId)
      after = found.at(-1) ?? null
      if (found.length < licensesPerLook) break
    }
    this.#lookedAt = startedAt
  }

  #startRounds(run: Run): void {
    while (this.#rounds.size < licensesAtOnce && !run.aborted) {
      const licenseId = this.#take()
      if (licenseId === undefined) return
      this.#rounds.set(licenseId, this.#runRound(run, licenseId))
    }
  }

  #note(licenseId: number): void {
    if (this.#changed.has(licenseId)) return
    this.#changed.add(licenseId)
    this.#noted()
    this.#dependencies.background.wake(this)
  }

  /** Removes and returns the license that was noted first and has no round in progress. */
  #take(): number | undefined {
    for (const id of this.#changed) {
      if (this.#rounds.has(id)) continue
      this.#changed.delete(id)
      return id
    }
    return undefined
  }

  #nextNote(): Promise<void> {
    return new Promise((resolve) => {
      this.#noted = resolve
    })
  }

  /** Runs one round. A license with more to do is queued after the others. */
  async #runRound(run: Run, licenseId: number): Promise<void> {
    const hasMore = await this.#assignSome(run, licenseId)
    this.#rounds.delete(licenseId)
    if (hasMore) this.#note(licenseId)
  }

  /**
   * Runs a round and returns whether there is more to do. A failure is logged and does not affect other licenses; the
   * next read finds the license again.
   */
  async #assignSome(run: Run, licenseId: number): Promise<boolean> {
    const { round, failures } = this.#dependencies
    try {
      return await round.run(run, licenseId)
    } catch (cause) {
      if (!run.aborted) failures.write('Routing failed and will be retried', 'routing', { licenseId, cause })
      return false
    }
  }
}
