import type { WebhookAction } from '../../contract/webhook-actions.js'
import type { PropertyFilter } from './property-filters.js'
import type { UserKind } from './users.js'

/** Which of the agents of a chat there have to be, or must not be. */
export interface MemberFilter {
  readonly type: 'agents' | 'agents_any' | 'agents_exclude'
  readonly agentIds: readonly string[]
}

/** All of them have to match (spec configuration.md "Webhook registration"). */
export interface WebhookFilters {
  readonly chatProperties: readonly PropertyFilter[]
  readonly threadProperties: readonly PropertyFilter[]
  readonly eventProperties: readonly PropertyFilter[]
  readonly members: MemberFilter | null
  readonly authorType: UserKind | null
}

/** The version of the Configuration API that it was registered in, which decides what its deliveries look like. */
export type WebhookVersion = 'v0.3' | 'v0.4' | 'v0.5'

/** What is to be told, and what of it. */
export interface WebhookRule {
  readonly action: WebhookAction
  /** `null`: it has none. */
  readonly filters: WebhookFilters | null
  /** What a delivery has beside the push. */
  readonly additionalData: readonly 'chat_properties'[]
}

/** A webhook that an app has registered with a license. */
export interface Webhook extends WebhookRule {
  readonly id: string
  readonly licenseId: number
  /** The app that owns it. */
  readonly clientId: string
  readonly version: WebhookVersion
  readonly url: string
  readonly description: string | null
  /** As the engine has sealed it. */
  readonly secretKey: string
  readonly createdAt: number
  /** Since when its destination is gone: nothing is sent to it any more; `null`: it is not. */
  readonly disabledAt: number | null
}

/** Of a webhook or bot, as the engine has sealed it. */
export type SealedSecretKey = Pick<WebhookDestination, 'id' | 'secretKey'>

/** Where deliveries go: those of a webhook, or of a bot, which has the bot's id. */
export interface WebhookDestination {
  readonly id: string
  readonly licenseId: number
  readonly url: string
  /** As the engine has sealed it. */
  readonly secretKey: string
  readonly disabledAt: number | null
}

/** One try to deliver. */
export interface DeliveryAttempt {
  /** Of the attempt; they sort by time. */
  readonly id: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly startedAt: number
  readonly durationMs: number
  /** HTTP status of the answer; `null`: there was none. */
  readonly status: number | null
  /** Why it failed, in words; `null`: it was delivered. */
  readonly reason: string | null
  /** When the delivery is tried again, at the soonest; `null`: it is not, for it was delivered or is given up. */
  readonly nextAt: number | null
}

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
  listSealedOtherwise(prefix: string, limit: number): Promise<readonly SealedSecretKey[]>
}

/** The methods that answer a revision, the license's after the change, presume `ConfigurationWrites.lock`. */
export interface WebhookWrites extends WebhookReads {
  insert(webhook: Webhook): Promise<number>
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
