import type { DeliveryAttempt, Webhook, WebhookDestination } from '../../model/webhook.js'

/** The secret key of a webhook or bot, encrypted by the engine. */
export type SealedSecretKey = Pick<WebhookDestination, 'id' | 'secretKey'>

/** Reads webhooks. */
export interface WebhookReads {
  /** Returns the webhook, or `undefined`. */
  get(id: string): Promise<Webhook | undefined>
  /**
   * Returns webhooks of a license by ascending id, after the id `after`, at most `limit`. With a `clientId`, only
   * webhooks that the app owns.
   */
  list(licenseId: number, clientId: string | null, limit: number, after?: string): Promise<readonly Webhook[]>
  /** Returns the number of webhooks that `list` would return from the first one on, counted up to `max`. */
  count(licenseId: number, clientId: string | null, max: number): Promise<number>
  /**
   * Returns the destinations that exist, in any order. The destination of a removed bot is among them, because its
   * removal is delivered last.
   */
  listDestinations(ids: readonly string[]): Promise<readonly WebhookDestination[]>
  /** Returns attempts of a webhook or bot, the newest first, at most `limit`. */
  listAttempts(webhookId: string, limit: number): Promise<readonly DeliveryAttempt[]>
  /**
   * Returns the distinct prefixes of the encrypted secret keys of webhooks and bots, up to and including the second
   * `.`, at most 100.
   */
  listSealPrefixes(): Promise<readonly string[]>
  /** Returns webhooks and bots whose secret key does not have that prefix, in any order, at most `limit`. */
  listWithoutSealPrefix(prefix: string, limit: number): Promise<readonly SealedSecretKey[]>
}

/**
 * Writes webhooks. Methods that return a revision require `ConfigurationWrites.lock`; it is the license's revision
 * after the change.
 */
export interface WebhookWrites extends WebhookReads {
  /** Stores a webhook. */
  insert(webhook: Webhook): Promise<number>
  /**
   * Writes the address, description, rule and secret key, and nothing else. `undefined`, with nothing changed, when the
   * license has no webhook with that id.
   */
  update(webhook: Webhook): Promise<number | undefined>
  /**
   * Deletes a webhook with its attempts; its deliveries stay. `undefined`, with nothing changed, when the license has
   * none with that id.
   */
  remove(licenseId: number, id: string): Promise<number | undefined>
  /**
   * Disables a webhook or a bot; `null` enables it. `undefined`, with nothing changed, when the license has none with
   * that id, or it is so already.
   */
  setDisabledAt(licenseId: number, id: string, disabledAt: number | null): Promise<number | undefined>
  /** Stores attempts. Keeps the newest `maxCount` of each webhook or bot, and none of one that does not exist. */
  addAttempts(attempts: readonly DeliveryAttempt[], maxCount: number): Promise<void>
  /** Replaces the secret key of a webhook or bot. `false`, with nothing changed, when it is no longer `former`. */
  replaceSecretKey(id: string, former: string, secretKey: string): Promise<boolean>
}
