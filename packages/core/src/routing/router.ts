import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/job.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { AssignmentRound } from './assignment-round.js'
import type { ChangedLicenses } from './changed-licenses.js'

export interface RouterDependencies {
  readonly read: Pick<StorageReads, 'routing'>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly background: Pick<Background, 'add' | 'wake'>
  readonly changed: ChangedLicenses
  readonly round: AssignmentRound
}

/**
 * Period of the looks for what other nodes have changed, or left behind, and the least time between two of them. One that
 * comes just too early is made a period later: so there is less than a second between two.
 */
const lookMs = 500
/** Found in one read. */
const licensesPerLook = 200
/** At the same time: a host’s policy that is slow about one license keeps no other waiting. */
const licensesAtOnce = 4

/**
 * Gives waiting threads to agents (decisions §7). What this node has changed it looks at at once, and twice a second at
 * every license where a thread waits and an agent is there. It keeps nothing that has to be right: each round decides on
 * what is stored, and what it writes is checked once more under the locks of its transaction. So nodes that decide about
 * one license at the same time do no harm.
 */
export class Router implements Job {
  readonly name = 'routing'
  readonly periodMs = lookMs
  readonly #dependencies: RouterDependencies
  readonly #changed: ChangedLicenses
  /** By license: of one there is one round at a time. */
  readonly #rounds = new Map<number, Promise<void>>()
  #lookedAt: number | null = null
  #noted: () => void = () => undefined

  constructor(dependencies: RouterDependencies) {
    this.#dependencies = dependencies
    this.#changed = dependencies.changed
    dependencies.background.add(this)
    this.#changed.listen(() => {
      this.#noted()
      dependencies.background.wake(this)
    })
  }

  /** What changes meanwhile is taken up at once, whatever else is still being decided. */
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
      const found: readonly number[] = await read.routing.listAssignable({ after, limit: licensesPerLook })
      for (const licenseId of found) this.#changed.note(licenseId)
      after = found.at(-1) ?? null
      if (found.length < licensesPerLook) break
    }
    this.#lookedAt = startedAt
  }

  #startRounds(run: Run): void {
    while (this.#rounds.size < licensesAtOnce && !run.aborted) {
      const licenseId = this.#changed.take(this.#rounds)
      if (licenseId === undefined) return
      this.#rounds.set(licenseId, this.#runRound(run, licenseId))
    }
  }

  #nextNote(): Promise<void> {
    return new Promise((resolve) => {
      this.#noted = resolve
    })
  }

  /** A license with more to do goes behind the others. */
  async #runRound(run: Run, licenseId: number): Promise<void> {
    const hasMore = await this.#assignSome(run, licenseId)
    this.#rounds.delete(licenseId)
    if (hasMore) this.#changed.note(licenseId)
  }

  /** What fails is found again by the next look; other licenses are not concerned. */
  async #assignSome(run: Run, licenseId: number): Promise<boolean> {
    const { round, failures } = this.#dependencies
    try {
      return await round.run(run, licenseId)
    } catch (cause) {
      if (!run.aborted) failures.write('Routing failed, and is tried again', 'routing', { licenseId, cause })
      return false
    }
  }
}
