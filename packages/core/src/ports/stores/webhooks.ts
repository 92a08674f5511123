import type { DeliveryAttempt, Webhook, WebhookDestination } from '../../model/webhook.js'

/** Of a webhook or bot, as the engine has sealed it. */
export type SealedSecretKey = Pick<WebhookDestination, 'id' | 'secretKey'>

export interface WebhookReads {
  get(id: string): Promise<Webhook | undefined>
  /** Those of a license, or those that the app owns there, by ascending id, after the id `after`, at most `limit`. */
  list(licenseId: number, clientId: string | null, limit: number, after?: string): Promise<readonly Webhook[]>
  /** How many `list` would answer from the first on, counted up to `max`. */
  count(licenseId: number, clientId: string | null, max: number): Promise<number>
  /** Of those that exist, in any order; of a removed bot too, for the last that it is told is that it was removed. */
  listDestinations(ids: readonly string[]): Promise<readonly WebhookDestination[]>
  /** Of a webhook or bot, the newest first, at most `limit`. */
  listAttempts(webhookId: string, limit: number): Promise<readonly DeliveryAttempt[]>
  /** The distinct beginnings, up to and with the second `.`, of all sealed secret keys of webhooks and bots, at most 100. */
  listSealPrefixes(): Promise<readonly string[]>
  /** Webhooks and bots whose secret key does not begin so, in any order, at most `limit`. */
  listWithoutSealPrefix(prefix: string, limit: number): Promise<readonly SealedSecretKey[]>
}

/** The methods that answer a revision, the license's after the change, presume `ConfigurationWrites.lock`. */
export interface WebhookWrites extends WebhookReads {
  insert(webhook: Webhook): Promise<number>
  /**
   * Writes the address, description, rule and secret key, and nothing else. `undefined`, with nothing changed, when the license
   * has no webhook with that id.
   */
  update(webhook: Webhook): Promise<number | undefined>
  /** With its attempts; its deliveries stay. `undefined`, with nothing changed: the license has none with that id. */
  remove(licenseId: number, id: string): Promise<number | undefined>
  /**
   * Of a webhook or a bot; `null` enables it again. `undefined`, with nothing changed: the license has none with that id,
   * or it is so already.
   */
  setDisabledAt(licenseId: number, id: string, disabledAt: number | null): Promise<number | undefined>
  /** Keeps the newest `maxCount` of each webhook or bot that they are about, and none of one that does not exist. */
  addAttempts(attempts: readonly DeliveryAttempt[], maxCount: number): Promise<void>
  /** `false`, with nothing changed, where it is not `former` any more. */
  replaceSecretKey(id: string, former: string, secretKey: string): Promise<boolean>
}
