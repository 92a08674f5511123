import type { WebhookAction } from '../../contract/webhook-actions.js'
import type { Agent } from './agents.js'
import type { UserKind } from './configuration.js'
import type { PropertyFilter } from './property-filters.js'

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

export interface BotWebhookAction {
  readonly name: WebhookAction
  /** `null`: it has none. */
  readonly filters: WebhookFilters | null
  /** What a delivery has beside the push. */
  readonly additionalData: readonly 'chat_properties'[]
}

/** Where a bot wants to hear of its chats (decisions §8.8). */
export interface BotWebhooks {
  readonly url: string
  readonly secretKey: string
  readonly actions: readonly BotWebhookAction[]
}

/** What a bot has beside what every agent has (spec configuration.md "Bot agent"). */
export interface BotSettings {
  /** The token whose revocation logs the bot out; `null`: none does. */
  readonly tokenHash: string | null
  readonly webhooks: BotWebhooks | null
}

export interface BotReads {
  /** `undefined` for who is no bot, or was removed. */
  getSettings(agentId: string): Promise<BotSettings | undefined>
  /** Bots of a license, or those that the app owns there, by ascending id, at most `limit`. */
  list(licenseId: number, clientId: string | null, limit: number): Promise<readonly Agent[]>
  /** How many `list` would answer, counted up to `max`. */
  count(licenseId: number, clientId: string | null, max: number): Promise<number>
}

/**
 * A bot is an agent with an owner. It is logged in without a connection: `onlineUntil` is `connectedForever`. Once the token
 * is revoked that its settings name, or the app is removed that owns it, `RoutingReads.listDeparted` answers it.
 */
export interface BotWrites extends BotReads {
  /** In place of those that the agent had; an agent who does not exist, or has no owner, gets none. */
  putSettings(agentId: string, settings: BotSettings): Promise<void>
}
