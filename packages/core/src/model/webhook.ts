import type { WebhookAction } from '../contract/webhook-actions.js'
import type { PropertyFilter } from './property-filter.js'
import type { UserKind } from './user.js'

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
