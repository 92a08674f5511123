import type { Job, Run } from '../background/part.js'
import { createDeferrableOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Delivery, NewDelivery } from '../model/delivery.js'
import type { WebhookDestination } from '../model/webhook.js'
import { dayMs } from '../options/values.js'
import type { DueWebhook } from '../ports/stores/outbox.js'
import type { Settings } from '../settings.js'
import { type AttemptDependencies, attemptDelivery } from './attempt.js'
import { DeliveryBytes, type DeliveryBytesDependencies, type DeliveryBytesMetrics } from './delivery-bytes.js'
import { type DeliverySlot, DeliverySlots } from './delivery-slots.js'
import type { SlotOutcome } from './destination.js'
import { Destinations } from './destinations.js'
import { ObsoleteDeliveries } from './obsolete-deliveries.js'
import { type Outcome, Outcomes } from './outcomes.js'
import { Sender } from './sender.js'
import { shareSlots, type WaitingWebhook } from './share-slots.js'

/** Metrics of webhook deliveries: of this node, except for those that name all nodes. */
export interface DeliveryMetrics extends DeliveryBytesMetrics {
  /** Number of due deliveries of all nodes, counted up to 10,000. Updated every few seconds while there are any. */
  readonly dueCount: number
  readonly underWayCount: number
  /** Number of deliveries that this node has made since it started. */
  readonly deliveredCount: number
  /** Number of attempts of this node that failed. */
  readonly failedCount: number
  /** Number of deliveries that this node has given up. */
  readonly givenUpCount: number
  /** Number of hosts of a license that get no deliveries for a while, because the latest attempts failed. */
  readonly pausedDestinationCount: number
}

export interface DeliveriesDependencies
  extends Omit<AttemptDependencies, 'sender'>,
    DeliveryBytesDependencies {
  readonly steady: Pick<SteadyClock, 'now'>
  readonly failures: FailureLog
  readonly settings: Pick<Settings, 'webhooks' | 'webhookTargets' | 'housekeeping'>
  readonly nodeId: string
}

const failureType = 'webhook'
/**
 * Time between two searches for deliveries that another node left behind, or that are due for a retry, in milliseconds.
 */
const periodMs = 1_000
/** Maximum number of webhooks that one query returns. */
const webhooksPerLook = 200
/** Maximum number of destinations whose health is remembered. */
const destinationCount = 10_000
/** Time between the end of an attempt and the end of its lease, in milliseconds, in which the outcome is stored. */
const leaseSlackMs = 10_000
const countEveryMs = 5_000
const maxDueCount = 10_000

/**
 * Sends due deliveries to webhooks (decisions §11), at least once each: a delivery whose outcome is unknown when its
 * lease expires is sent again, by whichever node finds it first. {@link DeliverySlots} limits how many run at the same
 * time. A delivery without a slot is not claimed, so it does not use up an attempt.
 */
export class Deliveries implements Job {
  readonly name = 'deliveries'
  readonly periodMs = periodMs
  readonly jobs: readonly Job[]
  readonly #dependencies: DeliveriesDependencies
  readonly #sender: Sender
  readonly #attempting: AttemptDependencies
  readonly #bytes: DeliveryBytes
  readonly #obsolete: ObsoleteDeliveries
  readonly #destinations = new Destinations(destinationCount)
  readonly #slots: DeliverySlots
  readonly #outcomes: Outcomes
  /** Webhook id at which the last search stopped because no slot was free. */
  #after: string | null = null
  #turn = 0
  #isClosed = false
  #dueCount = 0
  #countedAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: DeliveriesDependencies) {
    this.#dependencies = dependencies
    const { clock, settings } = dependencies
    this.#sender = new Sender({
      clock,
      targets: settings.webhookTargets,
      timeoutMs: settings.webhooks.timeoutMs,
    })
    this.#attempting = { ...dependencies, sender: this.#sender }
    this.#bytes = new DeliveryBytes(dependencies)
    this.#obsolete = new ObsoleteDeliveries(dependencies)
    this.jobs = [this.#obsolete, this.#bytes]
    this.#slots = new DeliverySlots(settings.webhooks.deliveryCount)
    const onSettled = (outcomes: readonly Outcome[]) => this.#settle(outcomes)
    this.#outcomes = new Outcomes({ ...dependencies, owner: dependencies.nodeId, onSettled })
  }

  /** Starts a run now, because a delivery is due. */
  wake(): void {
    this.#dependencies.background.wake(this)
  }

  /** Handles deliveries that this node has stored and that can be claimed from now on. */
  reportStored(deliveries: readonly NewDelivery[]): void {
    this.#bytes.note(deliveries)
    this.wake()
  }

  metrics(): DeliveryMetrics {
    return {
      ...this.#bytes.metrics(),
      dueCount: this.#dueCount,
      underWayCount: this.#slots.takenCount,
      deliveredCount: this.#outcomes.deliveredCount,
      failedCount: this.#outcomes.failedCount,
      givenUpCount: this.#outcomes.givenUpCount + this.#obsolete.givenUpCount,
      pausedDestinationCount: this.#destinations.countPaused(this.#dependencies.clock.monotonic()),
    }
  }

  /** Stops sending. Running deliveries are sent again after their lease expires; finished ones are stored. */
  async drain(): Promise<void> {
    this.#isClosed = true
    await this.#sender.close()
    await this.#outcomes.idle()
  }

  async run(run: Run): Promise<void> {
    const { read, steady, settings } = this.#dependencies
    if (settings.webhooks.deliveryCount === 0 || this.#isClosed) return
    const begunAfter = this.#after
    let found: readonly DueWebhook[]
    do {
      const page = { after: this.#after, limit: webhooksPerLook }
      found = await read.outbox.listDueWebhooks(steady.now(), page)
      await this.#start(run, found)
      this.#after = found.length < webhooksPerLook ? null : (found.at(-1)?.webhookId ?? null)
    } while (this.#after !== null && !run.aborted && this.#slots.hasFree)
    await this.#countWhereDue(found.length > 0 || begunAfter !== null)
    if (begunAfter !== null && this.#after === null) this.wake()
  }

  async #start(run: Run, found: readonly DueWebhook[]): Promise<void> {
    if (found.length === 0) return
    let waiting = this.#rotate(await this.#findDestinations(found))
    while (waiting.length > 0 && !run.aborted) {
      const { slots, crowdedOut } = shareSlots(waiting, this.#slots, this.#dependencies.clock.monotonic())
      const unusedCount = await this.#claimFor(run, waiting, slots)
      waiting = unusedCount > 0 ? crowdedOut : []
    }
  }

  /** Returns the webhooks that deliveries are to be sent to, and notes those whose deliveries are obsolete. */
  async #findDestinations(found: readonly DueWebhook[]): Promise<readonly WaitingWebhook[]> {
    const { read, steady } = this.#dependencies
    const all = await read.webhooks.listDestinations(found.map(({ webhookId }) => webhookId))
    const byId = new Map(all.map((to) => [to.id, to]))
    const tooOld = steady.now() - dayMs
    return found.flatMap(({ webhookId, dueAt }) => {
      const to = byId.get(webhookId)
      const isWanted = to !== undefined && to.disabledAt === null
      if (!isWanted || dueAt <= tooOld) this.#obsolete.note(webhookId)
      return isWanted ? [{ to, destination: this.#destinations.get(to.licenseId, to.url) }] : []
    })
  }

  /** Rotates the webhooks, so that another one comes first each time. */
  #rotate(webhooks: readonly WaitingWebhook[]): readonly WaitingWebhook[] {
    this.#turn = (this.#turn + 1) % Math.max(1, webhooks.length)
    return [...webhooks.slice(this.#turn), ...webhooks.slice(0, this.#turn)]
  }

  /** Claims and sends deliveries for the slots. Returns the number of slots that were not used. */
  async #claimFor(
    run: Run,
    webhooks: readonly WaitingWebhook[],
    slots: ReadonlyMap<string, DeliverySlot[]>,
  ): Promise<number> {
    if (slots.size === 0) return 0
    const byId = new Map(webhooks.map(({ to }) => [to.id, to]))
    try {
      for (const delivery of await this.#claim(run, slots)) {
        const to = byId.get(delivery.webhookId)
        const slot = slots.get(delivery.webhookId)?.pop()
        if (to !== undefined && slot !== undefined) void this.#send(delivery, to, slot)
      }
    } finally {
      for (const slot of [...slots.values()].flat()) this.#free(slot, 'unused')
    }
    return [...slots.values()].flat().length
  }

  #claim(run: Run, slots: ReadonlyMap<string, readonly DeliverySlot[]>): Promise<readonly Delivery[]> {
    const { changes, clock, steady, settings, nodeId: owner } = this.#dependencies
    const webhooks = [...slots].map(([id, { length: limit }]) => ({ id, limit }))
    return changes.commit(createDeferrableOrigin(run), clock.now(), [], async (tx) => {
      const now = steady.now()
      const leaseUntil = now + settings.webhooks.timeoutMs + leaseSlackMs
      return { response: await tx.outbox.claim({ now, owner, leaseUntil, webhooks }), facts: [] }
    })
  }
  /** Makes one attempt and records its outcome. Never rejects. */
  async #send(delivery: Delivery, to: WebhookDestination, slot: DeliverySlot): Promise<void> {
    const attempted = await attemptDelivery(this.#attempting, delivery, to)
    if (this.#isClosed) return
    const { attempt, verdict } = attempted
    if (verdict.kind === 'failed') {
      const { licenseId, id: webhookId, url } = to
      const destination = { licenseId, destination: originText(url) }
      const fields = { webhookId, reason: attempt.reason }
      this.#dependencies.failures.warn('A webhook could not be delivered', failureType, destination, fields)
    }
    this.#outcomes.add({ attempted, slot })
  }

  #settle(outcomes: readonly Outcome[]): void {
    for (const { slot, attempted } of outcomes) this.#free(slot, attempted.verdict.kind)
    this.wake()
  }

  #free(slot: DeliverySlot, outcome: SlotOutcome): void {
    this.#slots.free(slot, outcome, this.#dependencies.clock.monotonic())
  }

  /** Counts the due deliveries at intervals, because the cost grows with their number. */
  async #countWhereDue(isSomething: boolean): Promise<void> {
    const { read, clock, steady } = this.#dependencies
    if (!isSomething) this.#dueCount = 0
    const now = clock.monotonic()
    if (!isSomething || now - this.#countedAt < countEveryMs) return
    this.#countedAt = now
    this.#dueCount = await read.outbox.countDue(steady.now(), maxDueCount)
  }
}

/** Returns the origin of a URL without its path, which may contain a secret. */
function originText(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'no URL'
}
