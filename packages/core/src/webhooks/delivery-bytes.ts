import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import { nextTurn } from '../clock/next-turn.js'
import type { NewDelivery } from '../model/delivery.js'
import type { Clock } from '../ports/clock.js'
import type { Logger } from '../ports/logger.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { OutboxUsage, RemovedDeliveries } from '../ports/stores/outbox.js'
import type { Settings } from '../settings.js'
import { setDisabled } from './set-disabled.js'

export interface DeliveryBytesDependencies {
  readonly read: Pick<StorageReads, 'outbox' | 'webhooks'>
  readonly changes: Pick<Changes, 'commit'>
  readonly clock: Clock
  readonly logger: Logger
  readonly background: Pick<Background, 'wake'>
  readonly settings: Pick<Settings, 'webhooks'>
}

/** Metrics of the storage that webhook deliveries use. */
export interface DeliveryBytesMetrics {
  /**
   * Bytes of waiting deliveries at the last count, for all licenses for which this node has recently stored some. A
   * payload that several deliveries share counts once.
   */
  readonly waitingBytes: number
  /** Bytes of deliveries that were given up, counted in the same way. */
  readonly failedBytes: number
  /** Number of deliveries that this node has dropped because their license exceeded its limit. */
  readonly droppedCount: number
}

interface LicenseBytes {
  /** Bytes of waiting deliveries at the last count. */
  waitingBytes: number
  failedBytes: number
  /** Bytes that this node has stored since the last count. */
  addedBytes: number
  /** Time of the last count; `null` before the first one. */
  countedAt: number | null
}

const periodMs = 10_000
/** Time after which a license is counted again, in milliseconds, to include what other nodes have stored. */
const maxAgeMs = 60_000
/** Share of the limit that this node stores before it counts again. */
const recountShare = 1 / 16
/** Share of the limit that is free again after deliveries were dropped. */
const freedShare = 1 / 8
/** Number of payloads that one query looks at. */
const pageCount = 2_000
/** Number of deliveries that are removed in one transaction. */
const pieceCount = 200
const maxCountedDeliveries = 10_000
/** Estimated size of a delivery without its payload, in bytes. Used to decide when to count. */
const rowBytes = 512

/**
 * Limits how much storage the deliveries of one license use (decisions §11). When a license exceeds the limit, this job
 * drops deliveries that were given up, then those waiting for destinations that are gone or disabled. Then it disables
 * the destination with the most waiting deliveries and drops those. Every step is logged and counted.
 */
export class DeliveryBytes implements Job {
  readonly name = 'delivery bytes'
  readonly periodMs = periodMs
  readonly #dependencies: DeliveryBytesDependencies
  readonly #maxBytes: number
  /** Bytes that are free again after deliveries were dropped, unless that would require the next step. */
  readonly #spareBytes: number
  readonly #byLicense = new Map<number, LicenseBytes>()
  #droppedCount = 0

  constructor(dependencies: DeliveryBytesDependencies) {
    this.#dependencies = dependencies
    this.#maxBytes = dependencies.settings.webhooks.storedBytesPerLicense
    this.#spareBytes = freedShare * this.#maxBytes
  }

  metrics(): DeliveryBytesMetrics {
    let [waitingBytes, failedBytes] = [0, 0]
    for (const license of this.#byLicense.values()) {
      waitingBytes += license.waitingBytes
      failedBytes += license.failedBytes
    }
    return { waitingBytes, failedBytes, droppedCount: this.#droppedCount }
  }

  /** Counts deliveries that this node has stored. */
  note(deliveries: readonly NewDelivery[]): void {
    const payloads = new Set<string>()
    for (const { licenseId, payload } of deliveries) {
      const license = this.#bytesOf(licenseId)
      license.addedBytes += payloads.has(payload) ? rowBytes : rowBytes + payload.length
      payloads.add(payload)
      if (this.#isUrgent(license)) this.#dependencies.background.wake(this)
    }
  }

  async run(run: Run): Promise<void> {
    const now = this.#dependencies.clock.monotonic()
    const due = [...this.#byLicense].filter(([, license]) => this.#isUrgent(license) || isOld(license, now))
    for (const [licenseId, license] of due) {
      if (run.aborted) return
      await this.#check(run, licenseId, license)
    }
  }

  #bytesOf(licenseId: number): LicenseBytes {
    const present = this.#byLicense.get(licenseId)
    if (present !== undefined) return present
    const license: LicenseBytes = { waitingBytes: 0, failedBytes: 0, addedBytes: 0, countedAt: null }
    this.#byLicense.set(licenseId, license)
    return license
  }

  #isUrgent({ waitingBytes, failedBytes, addedBytes }: LicenseBytes): boolean {
    if (addedBytes > recountShare * this.#maxBytes) return true
    return addedBytes > 0 && waitingBytes + failedBytes + addedBytes > this.#maxBytes
  }

  async #check(run: Run, licenseId: number, license: LicenseBytes): Promise<void> {
    await this.#count(run, licenseId, license)
    const total = license.waitingBytes + license.failedBytes
    if (total > this.#maxBytes) {
      await this.#freeBytes(run, licenseId, total - this.#maxBytes + this.#spareBytes)
      await this.#count(run, licenseId, license)
    }
    const isNothingLeft = license.waitingBytes + license.failedBytes + license.addedBytes === 0
    if (isNothingLeft) this.#byLicense.delete(licenseId)
  }

  async #count(run: Run, licenseId: number, license: LicenseBytes): Promise<void> {
    const { read, clock } = this.#dependencies
    license.addedBytes = 0
    license.countedAt = clock.monotonic()
    let [waitingBytes, failedBytes] = [0, 0]
    let after: string | null = null
    do {
      const page: OutboxUsage = await read.outbox.getUsage(licenseId, { after, limit: pageCount })
      waitingBytes += page.waitingBytes
      failedBytes += page.failedBytes
      after = page.after
      if (after !== null) await nextTurn()
    } while (after !== null && !run.aborted)
    Object.assign(license, { waitingBytes, failedBytes })
  }

  async #freeBytes(run: Run, licenseId: number, tooMuch: number): Promise<void> {
    const dropFailed = (tx: StorageTransaction) => tx.outbox.deleteOldestFailed(licenseId, pieceCount)
    let left = await this.#drop(run, tooMuch, dropFailed, {
      licenseId,
      dropped: 'the oldest failed deliveries',
    })
    if (left <= this.#spareBytes) return
    for (const { id, isWanted } of await this.#destinations(licenseId)) {
      if (isWanted) await this.#disable(licenseId, id)
      const dropWaiting = (tx: StorageTransaction) => tx.outbox.deleteByWebhook(id, pieceCount)
      const dropped = isWanted
        ? 'deliveries of the webhook with the most waiting ones'
        : 'deliveries of a disabled webhook'
      left = await this.#drop(run, left, dropWaiting, { licenseId, webhookId: id, dropped })
      if (left <= this.#spareBytes || run.aborted) return
    }
  }

  /**
   * Returns the webhooks with waiting deliveries: first those that get no further deliveries, then those with the most
   * waiting ones.
   */
  async #destinations(licenseId: number) {
    const { read } = this.#dependencies
    const counts = await read.outbox.countWaiting(licenseId, maxCountedDeliveries)
    const there = await read.webhooks.listDestinations([...counts.keys()])
    const enabled = new Set(there.filter(({ disabledAt }) => disabledAt === null).map(({ id }) => id))
    const all = [...counts].map(([id, count]) => ({ id, count, isWanted: enabled.has(id) }))
    return all.sort((a, b) => Number(a.isWanted) - Number(b.isWanted) || b.count - a.count)
  }

  async #disable(licenseId: number, webhookId: string): Promise<void> {
    const { changes, clock, logger } = this.#dependencies
    const now = clock.now()
    if (!(await setDisabled(changes, now, { licenseId, webhookId, disabledAt: now }))) return
    logger.warn('A webhook was disabled: more deliveries wait for it than a license may store', {
      ...{ licenseId, webhookId },
      mend: 'Repair the destination and call admin.webhooks.enable, or raise webhooks.storedBytesPerLicense',
    })
  }

  /**
   * Drops deliveries until `tooMuch` bytes are free or none is left. Returns how many bytes are still over the limit.
   */
  async #drop(
    run: Run,
    tooMuch: number,
    remove: (tx: StorageTransaction) => Promise<RemovedDeliveries>,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<number> {
    const { changes, clock, logger } = this.#dependencies
    let [left, droppedCount] = [tooMuch, 0]
    let piece: RemovedDeliveries
    do {
      piece = await changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
        return { response: await remove(tx), facts: [] }
      })
      left -= piece.bytes
      droppedCount += piece.count
    } while (left > 0 && piece.count === pieceCount && !run.aborted)
    this.#droppedCount += droppedCount
    const message = 'Webhook deliveries were dropped: a license stores more bytes of them than allowed'
    if (droppedCount > 0) logger.warn(message, { ...fields, droppedCount })
    return left
  }
}

function isOld({ countedAt }: LicenseBytes, now: number): boolean {
  return countedAt === null || now - countedAt >= maxAgeMs
}
