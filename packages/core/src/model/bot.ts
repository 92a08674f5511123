import type { WebhookRule, WebhookVersion } from './webhook.js'

/** Where a bot hears of what happens (decisions §8.8). */
export interface BotWebhooks {
  /** Of the Configuration API that they were set in. */
  readonly version: WebhookVersion
  readonly url: string
  /** As the engine has sealed it. */
  readonly secretKey: string
  readonly actions: readonly WebhookRule[]
}

/** What a bot has beside what every agent has (spec configuration.md "Bot agent"). */
export interface BotSettings {
  /** The token whose revocation logs the bot out; `null`: none does. */
  readonly tokenHash: string | null
  readonly webhooks: BotWebhooks | null
}
