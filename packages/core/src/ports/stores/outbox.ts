import type { Delivery, FailedDelivery, NewDelivery } from '../../model/delivery.js'

/** Whoever works on what is due holds it until then; who comes later takes it over. */
export interface OutboxClaim {
  readonly now: number
  readonly owner: string
  readonly leaseUntil: number
  /** Of which webhooks, each named once, and of each how many at most. */
  readonly webhooks: readonly { readonly id: string; readonly limit: number }[]
}

/** A webhook of which something is due and held by nobody. */
export interface DueWebhook {
  readonly webhookId: string
  readonly licenseId: number
  /** Since when the oldest of these is due. */
  readonly dueAt: number
}

/** What the deliveries of a license take up in the storage, in bytes; a payload counts once, with those that wait for it. */
export interface OutboxUsage {
  readonly waitingBytes: number
  /** Of those that were given up. */
  readonly failedBytes: number
  /** Where the next page begins; `null`: there is none. */
  readonly after: string | null
}

/** Deliveries that were removed, and the bytes that this has freed. */
export interface RemovedDeliveries {
  readonly count: number
  readonly bytes: number
}

export interface FailedPage {
  readonly before: Pick<FailedDelivery, 'failedAt' | 'id'> | null
  readonly limit: number
  readonly maxBytes: number
}

export interface OutboxReads {
  /** How many are due at or before that instant, held by somebody or not, counted up to `max`. */
  countDue(until: number, max: number): Promise<number>
  /**
   * Webhooks of which something is due at `now`, and held by nobody or longer than its lease, by ascending id, at most
   * `limit`; `after`: only those with a greater id. What it costs grows with them, not with how much is due.
   */
  listDueWebhooks(
    now: number,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly DueWebhook[]>
  /**
   * One page of the sum for a license: of at most `limit` payloads, with all deliveries that refer to them. A payload counts
   * with its UTF-8 bytes, a delivery with what a row and its indexes take, whatever that is for the storage. `after`: where
   * the page before has ended.
   */
  usage(
    licenseId: number,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<OutboxUsage>
  /** By webhook id: how many deliveries of a license wait, held by somebody or not, each counted up to `max`. */
  countWaiting(licenseId: number, max: number): Promise<ReadonlyMap<string, number>>
  /**
   * Those given up, of a license and, where it is not `null`, of that webhook, the newest first, ties by descending id, at
   * most `limit`; `before`: only those that come after that one. It ends with the one by which their payloads come to
   * `maxBytes` in UTF-8.
   */
  listFailed(
    licenseId: number,
    webhookId: string | null,
    page: FailedPage,
  ): Promise<readonly FailedDelivery[]>
}

/**
 * Webhook deliveries, in the same commit as what they tell of. Of those that are due at one instant those come first that
 * were added first.
 */
export interface OutboxWrites extends OutboxReads {
  /**
   * `sequences`: by chat id, what this transaction took, so that it has locked each chat that a delivery is about;
   * `orders`: of the events that it appended. Equal payloads of a license are stored once, whatever the number of deliveries
   * that refer to them; that goes for those of one command of `appendEvents` too. A chat or an event that is not among them is a fault of the caller.
   */
  add(
    deliveries: readonly NewDelivery[],
    allocated: { readonly sequences: ReadonlyMap<string, number>; readonly orders: readonly number[] },
  ): Promise<void>
  /**
   * Of each webhook those due at `now` and held by nobody, or longer than their lease, the oldest first, at most its `limit`;
   * they are held by `owner` from now on. Of one webhook and chat only the oldest that is neither done nor given up, whenever
   * that one is due. Passes over what other transactions are working on. Where it meets thousands that stand behind others
   * for the first time, it may leave some that could go to the next claim. What waits for other webhooks costs it nothing.
   */
  claim(claim: OutboxClaim): Promise<readonly Delivery[]>
  /** Delivered, and forgotten. Those that `owner` does not hold any more stay. */
  done(ids: readonly string[], owner: string): Promise<void>
  /**
   * One more attempt failed: due again at `nextAt`; `null` gives it up, and lets the next of its webhook and chat go.
   * `false`, with nothing written, where `owner` does not hold it any more.
   */
  failed(
    id: string,
    owner: string,
    outcome: { readonly at: number; readonly nextAt: number | null; readonly reason: string },
  ): Promise<boolean>
  /**
   * One that was given up is due at `at` again, as if it had never been tried, behind all of its webhook and chat.
   * `false` when none with that id was given up.
   */
  retry(id: string, at: number): Promise<boolean>
  /**
   * Gives up those of a webhook that have been due since `dueUntil` or longer and that nobody holds at `at`, the oldest first,
   * at most `limit`; how many. The next of their chats may go then.
   */
  giveUpDue(
    webhookId: string,
    dueUntil: number,
    outcome: { readonly at: number; readonly reason: string; readonly limit: number },
  ): Promise<number>
  /** Forgets those of a webhook, held or not, at most `limit`. */
  removeOf(webhookId: string, limit: number): Promise<RemovedDeliveries>
  /** Removes those given up at or before that instant, at most `limit`; how many. */
  deleteFailedUntil(failedAt: number, limit: number): Promise<number>
  /** Removes those of a license that were given up first, at most `limit`. */
  deleteOldestFailed(licenseId: number, limit: number): Promise<RemovedDeliveries>
}
