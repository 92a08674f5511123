import type { Changes } from '../changes/changes.js'
import { createDeferrableOrigin } from '../changes/origin.js'
import { nextTurn } from '../clock/next-turn.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { AttemptResult } from './attempt.js'
import type { DeliverySlot } from './delivery-slots.js'
import { setDisabled } from './set-disabled.js'
import type { Verdict } from './verdict.js'

/** A finished attempt, which keeps its slot until the outcome is stored. */
export interface Outcome {
  readonly attempted: AttemptResult
  readonly slot: DeliverySlot
}

export interface OutcomesDependencies {
  readonly changes: Pick<Changes, 'commit'>
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly failures: FailureLog
  /** Id of the node that holds the deliveries. */
  readonly owner: string
  /**
   * Called when the outcomes are stored, or cannot be stored and the deliveries are sent again after their lease
   * expires.
   */
  readonly onSettled: (outcomes: readonly Outcome[]) => void
}

/** Never aborted: outcomes are stored even while the engine shuts down. */
const neverCancelled = createDeferrableOrigin(Object.freeze({ aborted: false }))
/** Maximum number of outcomes in one transaction. */
const maxBatchCount = 200
/** Number of attempts that are kept for each webhook. Older ones are deleted. */
const keptAttemptCount = 100

/** Stores the outcomes of attempts. Attempts that end while others are being stored are stored together. */
export class Outcomes {
  readonly #dependencies: OutcomesDependencies
  #waiting: Outcome[] = []
  #storing: Promise<void> | undefined
  #deliveredCount = 0
  #failedCount = 0
  #givenUpCount = 0

  constructor(dependencies: OutcomesDependencies) {
    this.#dependencies = dependencies
  }

  get deliveredCount(): number {
    return this.#deliveredCount
  }

  /** Number of failed attempts. */
  get failedCount(): number {
    return this.#failedCount
  }

  /** Number of deliveries that were given up after their last attempt. */
  get givenUpCount(): number {
    return this.#givenUpCount
  }

  add(outcome: Outcome): void {
    this.#count(outcome.attempted.verdict)
    this.#waiting.push(outcome)
    this.#storing ??= this.#storeWaiting()
  }

  /** Resolves when every outcome is stored. */
  async idle(): Promise<void> {
    await this.#storing
  }

  async #storeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Waits one turn, so that attempts that end in the same turn share a batch: each batch costs a commit and a
      // search for due deliveries.
      await nextTurn()
      const batch = this.#waiting.slice(0, maxBatchCount)
      this.#waiting = this.#waiting.slice(maxBatchCount)
      await this.#store(batch)
      this.#dependencies.onSettled(batch)
    }
    this.#storing = undefined
  }

  /** Stores the outcomes in one transaction. Never rejects. */
  async #store(batch: readonly Outcome[]): Promise<void> {
    const { changes, clock, failures } = this.#dependencies
    const attempted = batch.map((outcome) => outcome.attempted)
    try {
      await changes.commit(neverCancelled, clock.now(), [], async (tx) => {
        await this.#write(tx, attempted)
        return { response: undefined, facts: [] }
      })
      await this.#disableGone(attempted)
    } catch (cause) {
      failures.write('The outcome of deliveries could not be stored; they will be sent again', 'webhook', {
        cause,
      })
    }
  }

  async #write(tx: StorageTransaction, attempted: readonly AttemptResult[]): Promise<void> {
    const { owner, steady } = this.#dependencies
    const delivered = attempted.filter(({ verdict }) => verdict.kind === 'delivered')
    const ids = delivered.map(({ delivery }) => delivery.id)
    if (ids.length > 0) await tx.outbox.complete(ids, owner)
    const at = steady.now()
    for (const { delivery, verdict } of attempted) {
      if (verdict.kind === 'delivered') continue
      const { delayMs, reason } = verdict
      await tx.outbox.recordFailure(delivery.id, owner, {
        ...{ at, reason },
        nextAt: delayMs === null ? null : at + delayMs,
      })
    }
    await tx.webhooks.addAttempts(
      attempted.map(({ attempt }) => attempt),
      keptAttemptCount,
    )
  }

  async #disableGone(attempted: readonly AttemptResult[]): Promise<void> {
    const { changes, clock } = this.#dependencies
    const licenses = new Map<string, number>()
    for (const { delivery, verdict } of attempted) {
      if (verdict.kind === 'failed' && verdict.isGone) licenses.set(delivery.webhookId, delivery.licenseId)
    }
    for (const [webhookId, licenseId] of licenses) {
      const now = clock.now()
      await setDisabled(changes, now, { licenseId, webhookId, disabledAt: now })
    }
  }
  #count(verdict: Verdict): void {
    if (verdict.kind === 'delivered') this.#deliveredCount += 1
    else this.#failedCount += 1
    if (verdict.kind === 'failed' && verdict.delayMs === null) this.#givenUpCount += 1
  }
}
