import type { AutoChatScopes } from './auto-chat-scopes.js'
import type { NamedProperty } from './property.js'
import type { WebhookRule, WebhookVersion } from './webhook.js'

/** What a webhook of the license is sent, without where to; those of bots have the bot's id, and each of its rules is one. */
export interface ConfiguredRule extends WebhookRule {
  readonly webhookId: string
  readonly version: WebhookVersion
  /** The bot whose webhooks these are; `null`: they are registered by themselves. */
  readonly botId: string | null
}

/** All that a license has configured. */
export interface LicenseConfiguration {
  /** Grows with every change of it; 0 while nothing was ever configured. */
  readonly revision: number
  /** By ascending namespace, then name. */
  readonly properties: readonly NamedProperty[]
  /** By ascending id, so those that were added first come first. */
  readonly autoChatScopes: readonly AutoChatScopes[]
  /**
   * Those of webhooks and of bots that were not removed, but for disabled ones, by ascending webhook id; of one bot in its
   * own order.
   */
  readonly webhooks: readonly ConfiguredRule[]
}
