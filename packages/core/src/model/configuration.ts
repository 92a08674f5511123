import type { AutoChatScopes } from './auto-chat-scopes.js'
import type { NamedProperty } from './property.js'
import type { WebhookRule, WebhookVersion } from './webhook.js'

/**
 * A webhook of the license without its destination. The webhooks of a bot have the id of the bot, and each of their
 * rules is one `ConfiguredRule`.
 */
export interface ConfiguredRule extends WebhookRule {
  readonly webhookId: string
  readonly version: WebhookVersion
  /** The bot whose webhooks these are; `null` for a webhook that an app registered. */
  readonly botId: string | null
}

/** Everything that a license has configured. */
export interface LicenseConfiguration {
  /** Grows with each change to the configuration; 0 while nothing was ever configured. */
  readonly revision: number
  /** By ascending namespace, then name. */
  readonly properties: readonly NamedProperty[]
  /** By ascending id, so the ones added first come first. */
  readonly autoChatScopes: readonly AutoChatScopes[]
  /**
   * Rules of the enabled webhooks, with those of bots that were not removed, by ascending webhook id. The rules of one
   * bot keep their own order.
   */
  readonly webhooks: readonly ConfiguredRule[]
}
