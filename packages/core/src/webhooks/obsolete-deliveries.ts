import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import { dayMs } from '../options/values.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

export interface ObsoleteDeliveriesDependencies {
  readonly changes: Pick<Changes, 'commit'>
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly background: Pick<Background, 'wake'>
  readonly settings: Pick<Settings, 'housekeeping' | 'webhooks'>
}

/** Number of deliveries that are removed in one transaction. */
const pieceCount = 200
/** Length of the pause after a piece, as a multiple of the time that the piece took. */
const pausePerWork = 8
const maxPauseMs = 1_000
/** Maximum number of noted webhooks. Those that are left out are noted again later. */
const maxNotedCount = 1_000

/**
 * Removes obsolete deliveries from the outbox in small pieces. Deliveries of deleted webhooks are deleted. Deliveries
 * of disabled webhooks, and those that have been due for a day, are given up. Deliveries that were given up are deleted
 * after the time that the option sets.
 */
export class ObsoleteDeliveries implements Job {
  readonly name = 'obsolete deliveries'
  readonly periodMs: number
  readonly #dependencies: ObsoleteDeliveriesDependencies
  readonly #noted = new Set<string>()
  #sweptAt = Number.NEGATIVE_INFINITY
  #givenUpCount = 0

  constructor(dependencies: ObsoleteDeliveriesDependencies) {
    this.#dependencies = dependencies
    this.periodMs = dependencies.settings.housekeeping.periodMs
  }

  get givenUpCount(): number {
    return this.#givenUpCount
  }

  /** Notes a webhook or bot that may have obsolete deliveries. */
  note(webhookId: string): void {
    if (this.#noted.has(webhookId) || this.#noted.size >= maxNotedCount) return
    this.#noted.add(webhookId)
    this.#dependencies.background.wake(this)
  }

  /** Processes the noted webhooks in turns, one piece each, regardless of how many deliveries each has. */
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

  /** Removes one piece. Reads the webhook again, because it may have been enabled meanwhile. */
  async #leave(tx: StorageTransaction, webhookId: string): Promise<number> {
    const [webhook] = await tx.webhooks.listDestinations([webhookId])
    if (webhook === undefined) return (await tx.outbox.deleteByWebhook(webhookId, pieceCount)).count
    const at = this.#dependencies.steady.now()
    const isDisabled = webhook.disabledAt !== null
    const reason = isDisabled ? 'the webhook is disabled' : 'its destination accepted nothing for a day'
    const dueUntil = isDisabled ? Number.MAX_SAFE_INTEGER : at - dayMs
    const count = await tx.outbox.giveUpDue(webhookId, dueUntil, { at, reason, limit: pieceCount })
    this.#givenUpCount += count
    return count
  }

  async #piece(run: Run, work: (tx: StorageTransaction) => Promise<number>): Promise<number> {
    const { changes, clock } = this.#dependencies
    let tookMs = 0
    const count = await changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
      const startedAt = clock.monotonic()
      const response = await work(tx)
      tookMs = clock.monotonic() - startedAt
      return { response, facts: [] }
    })
    await run.pause(Math.min(pausePerWork * tookMs, maxPauseMs))
    return count
  }
}
