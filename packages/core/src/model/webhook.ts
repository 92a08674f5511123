import type { WebhookAction } from '../contract/webhook-actions.js'
import type { PropertyFilter } from './property-filter.js'
import type { UserKind } from './user.js'

/** A condition on the agents of a chat: all of these, any of these, or none of these are in it. */
export interface MemberFilter {
  readonly type: 'agents' | 'agents_any' | 'agents_exclude'
  readonly agentIds: readonly string[]
}

/** Conditions of a webhook. All of them have to match (spec configuration.md "Webhook registration"). */
export interface WebhookFilters {
  readonly chatProperties: readonly PropertyFilter[]
  readonly threadProperties: readonly PropertyFilter[]
  readonly eventProperties: readonly PropertyFilter[]
  readonly members: MemberFilter | null
  readonly authorType: UserKind | null
}

/** Version of the Configuration API in which a webhook was registered. It decides the format of deliveries. */
export type WebhookVersion = 'v0.3' | 'v0.4' | 'v0.5'

/** A rule that says what a webhook delivers. */
export interface WebhookRule {
  /** Name of the push that is delivered. */
  readonly action: WebhookAction
  /** Conditions; `null` when everything is delivered. */
  readonly filters: WebhookFilters | null
  /** Data to send besides the push. */
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
  /** The secret key, encrypted by the engine. */
  readonly secretKey: string
  readonly createdAt: number
  /**
   * When it was disabled, because its destination answered 410 or too many deliveries waited for it; `null` while it is
   * enabled.
   */
  readonly disabledAt: number | null
}

/** Where deliveries are sent: the destination of a webhook, or of a bot under the id of the bot. */
export interface WebhookDestination {
  readonly id: string
  readonly licenseId: number
  readonly url: string
  /** The secret key, encrypted by the engine. */
  readonly secretKey: string
  readonly disabledAt: number | null
}

/** One HTTP request of a delivery. */
export interface DeliveryAttempt {
  /** Ids sort by time. */
  readonly id: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly startedAt: number
  readonly durationMs: number
  /** HTTP status of the response; `null` when there was none. */
  readonly status: number | null
  /** Why the attempt failed, in words; `null` when the delivery was accepted. */
  readonly reason: string | null
  /** Earliest time of the next attempt; `null` when there is none, because the delivery was accepted or given up. */
  readonly nextAt: number | null
}
