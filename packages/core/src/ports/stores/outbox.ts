import type { Delivery, FailedDelivery, NewDelivery } from '../../model/delivery.js'

/** Claims due deliveries. The owner holds them until the lease expires; then another owner can claim them. */
export interface OutboxClaim {
  readonly now: number
  readonly owner: string
  readonly leaseUntil: number
  /** Webhooks, each named once, with the maximum number of deliveries of each. */
  readonly webhooks: readonly { readonly id: string; readonly limit: number }[]
}

/** A webhook with deliveries that are due and not held. */
export interface DueWebhook {
  readonly webhookId: string
  readonly licenseId: number
  /** Since when the oldest of them is due. */
  readonly dueAt: number
}

/**
 * How much the deliveries of a license take up, in bytes. A payload counts once; while a delivery waits for it, it
 * counts with those that wait.
 */
export interface OutboxUsage {
  readonly waitingBytes: number
  /** Size of the deliveries that were given up. */
  readonly failedBytes: number
  /** Where the next page begins; `null` on the last page. */
  readonly after: string | null
}

/** The number of removed deliveries, and the bytes that this freed. */
export interface RemovedDeliveries {
  readonly count: number
  readonly bytes: number
}

/** Which part of the failed deliveries to read. */
export interface FailedPage {
  readonly before: Pick<FailedDelivery, 'failedAt' | 'id'> | null
  readonly limit: number
  readonly maxBytes: number
}

/** Reads webhook deliveries. */
export interface OutboxReads {
  /** Returns the number of deliveries that are due at or before that instant, held or not, counted up to `max`. */
  countDue(until: number, max: number): Promise<number>
  /**
   * Returns webhooks with deliveries that are due at `now` and not held, or held longer than the lease, by ascending
   * id, at most `limit`, and only those with an id greater than `after`. The cost grows with the number of webhooks,
   * not with the number of deliveries.
   */
  listDueWebhooks(
    now: number,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly DueWebhook[]>
  /**
   * Returns one page of the sum for a license: at most `limit` payloads with all deliveries that refer to them. A
   * payload counts with its UTF-8 bytes, a delivery with the size of its row and index entries in this storage. `after`
   * is where the previous page ended.
   */
  getUsage(
    licenseId: number,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<OutboxUsage>
  /** Returns by webhook id how many deliveries of a license wait, held or not, each counted up to `max`. */
  countWaiting(licenseId: number, max: number): Promise<ReadonlyMap<string, number>>
  /**
   * Returns deliveries of a license that were given up, and with a `webhookId` only those of that webhook, the newest
   * first, ties by descending id, at most `limit`, and only those that come after `before`. The page ends with the
   * delivery whose payload takes the sum of the payloads to `maxBytes` in UTF-8.
   */
  listFailed(
    licenseId: number,
    webhookId: string | null,
    page: FailedPage,
  ): Promise<readonly FailedDelivery[]>
}

/**
 * Writes webhook deliveries, in the commit that causes them. Of deliveries that are due at the same instant, those that
 * were added first come first.
 */
export interface OutboxWrites extends OutboxReads {
  /**
   * Stores deliveries. `sequences` are what this transaction took, by chat id, so it has locked each chat that a
   * delivery is about; `orders` are those of the events that it appended. Equal payloads of a license are stored once,
   * whatever the number of deliveries that refer to them, and those of one command of `appendEvents` too. Every chat
   * and event of a delivery has to be among them.
   */
  add(
    deliveries: readonly NewDelivery[],
    allocated: { readonly sequences: ReadonlyMap<string, number>; readonly orders: readonly number[] },
  ): Promise<void>
  /**
   * Claims, of each webhook, deliveries that are due at `now` and not held, or held longer than their lease, the oldest
   * first, at most the webhook's `limit`; `owner` holds them from now on. Of one webhook and chat it claims only the
   * oldest delivery that is neither delivered nor given up, whenever that one is due. Deliveries that another
   * transaction is working on are skipped. When it finds thousands of deliveries behind others for the first time, it
   * may leave some that could be claimed to the next claim. Deliveries of other webhooks do not add to its cost.
   */
  claim(claim: OutboxClaim): Promise<readonly Delivery[]>
  /** Deletes deliveries that were accepted. Those that `owner` no longer holds stay. */
  complete(ids: readonly string[], owner: string): Promise<void>
  /**
   * Records a failed attempt. The delivery is due again at `nextAt`; `null` gives it up, and lets the next of its
   * webhook and chat go. `false`, with nothing written, when `owner` no longer holds it.
   */
  recordFailure(
    id: string,
    owner: string,
    outcome: { readonly at: number; readonly nextAt: number | null; readonly reason: string },
  ): Promise<boolean>
  /**
   * Makes a delivery that was given up due at `at`, as if it had never been tried, behind all of its webhook and chat.
   * `false` when none with that id was given up.
   */
  retry(id: string, at: number): Promise<boolean>
  /**
   * Gives up deliveries of a webhook that have been due since `dueUntil` or longer and are not held at `at`, the oldest
   * first, at most `limit`, and returns their number. The next ones of their chats can go then.
   */
  giveUpDue(
    webhookId: string,
    dueUntil: number,
    outcome: { readonly at: number; readonly reason: string; readonly limit: number },
  ): Promise<number>
  /** Deletes at most `limit` deliveries of a webhook, held or not. */
  deleteByWebhook(webhookId: string, limit: number): Promise<RemovedDeliveries>
  /** Deletes at most `limit` deliveries that were given up at or before that instant, and returns their number. */
  deleteFailedUntil(failedAt: number, limit: number): Promise<number>
  /** Deletes the deliveries of a license that were given up first, at most `limit`. */
  deleteOldestFailed(licenseId: number, limit: number): Promise<RemovedDeliveries>
}
