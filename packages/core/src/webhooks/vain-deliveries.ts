import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/job.js'
import type { Changes } from '../changes/changes.js'
import { originOf } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { dayMs } from '../options/units.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

export interface VainDeliveriesDependencies {
  readonly changes: Pick<Changes, 'commit'>
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly background: Pick<Background, 'add' | 'wake'>
  readonly settings: Pick<Settings, 'housekeeping' | 'webhooks'>
}

/** In one transaction. */
const pieceCount = 200
/** It rests that many times as long as a piece took. */
const restPerWork = 8
const maxRestMs = 1_000
/** Whoever is left out is noted again. */
const maxNotedCount = 1_000

/**
 * Deliveries that nobody is to get any more leave the outbox, a piece at a time: those of webhooks that are not there are
 * forgotten, those of disabled ones, and those that have been due for a day, are given up; those given up are forgotten after
 * the time of the option.
 */
export class VainDeliveries implements Job {
  readonly name = 'vain deliveries'
  readonly periodMs: number
  readonly #dependencies: VainDeliveriesDependencies
  readonly #noted = new Set<string>()
  #sweptAt = Number.NEGATIVE_INFINITY
  #givenUpCount = 0

  constructor(dependencies: VainDeliveriesDependencies) {
    this.#dependencies = dependencies
    this.periodMs = dependencies.settings.housekeeping.periodMs
    dependencies.background.add(this)
  }

  get givenUpCount(): number {
    return this.#givenUpCount
  }

  /** Of that webhook or bot some may be in vain. */
  note(webhookId: string): void {
    if (this.#noted.has(webhookId) || this.#noted.size >= maxNotedCount) return
    this.#noted.add(webhookId)
    this.#dependencies.background.wake(this)
  }

  /** The webhooks have their turns, whatever there is of each. */
  async run(run: Run): Promise<void> {
    await this.#forgetFailedWhereDue(run)
    while (this.#noted.size > 0 && !run.aborted) {
      for (const webhookId of [...this.#noted]) {
        const count = await this.#piece(run, (tx) => this.#leave(tx, webhookId))
        if (count < pieceCount) this.#noted.delete(webhookId)
        if (run.aborted) return
      }
    }
  }

  async #forgetFailedWhereDue(run: Run): Promise<void> {
    const { clock, steady, settings } = this.#dependencies
    const startedAt = clock.monotonic()
    if (startedAt - this.#sweptAt < this.periodMs) return
    const until = steady.now() - settings.webhooks.failedMs
    const forget = (tx: StorageTransaction) => tx.outbox.deleteFailedUntil(until, pieceCount)
    while ((await this.#piece(run, forget)) === pieceCount && !run.aborted);
    this.#sweptAt = startedAt
  }

  /** As the webhook is now: it may have been enabled again meanwhile. */
  async #leave(tx: StorageTransaction, webhookId: string): Promise<number> {
    const [webhook] = await tx.webhooks.listDestinations([webhookId])
    if (webhook === undefined) return (await tx.outbox.removeOf(webhookId, pieceCount)).count
    const at = this.#dependencies.steady.now()
    const isDisabled = webhook.disabledAt !== null
    const reason = isDisabled ? 'the webhook is disabled' : 'its destination took nothing for a day'
    const dueUntil = isDisabled ? Number.MAX_SAFE_INTEGER : at - dayMs
    const count = await tx.outbox.giveUpDue(webhookId, dueUntil, { at, reason, limit: pieceCount })
    this.#givenUpCount += count
    return count
  }

  async #piece(run: Run, work: (tx: StorageTransaction) => Promise<number>): Promise<number> {
    const { changes, clock } = this.#dependencies
    let tookMs = 0
    const count = await changes.commit(originOf(run), clock.now(), [], async (tx) => {
      const startedAt = clock.monotonic()
      const response = await work(tx)
      tookMs = clock.monotonic() - startedAt
      return { response, facts: [] }
    })
    await run.rest(Math.min(restPerWork * tookMs, maxRestMs))
    return count
  }
}
