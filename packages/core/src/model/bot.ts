import type { WebhookRule, WebhookVersion } from './webhook.js'

/** The webhooks of a bot (decisions §8.8). */
export interface BotWebhooks {
  /** Version of the Configuration API in which they were set. It decides the format of deliveries. */
  readonly version: WebhookVersion
  readonly url: string
  /** The secret key, encrypted by the engine. */
  readonly secretKey: string
  /** Rules of the deliveries. Each rule acts as one webhook. */
  readonly actions: readonly WebhookRule[]
}

/** The settings that only a bot has (spec configuration.md "Bot agent"). */
export interface BotSettings {
  /** Hash of the token whose revocation logs the bot out; `null` when no token does. */
  readonly tokenHash: string | null
  readonly webhooks: BotWebhooks | null
}
