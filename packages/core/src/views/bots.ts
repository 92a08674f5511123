import type { ApiVersion } from '../contract/versions.js'
import { isOlderWebhookAction } from '../contract/webhook-actions.js'
import { getBotStatus } from '../domain/bots.js'
import type { Agent } from '../model/agent.js'
import type { BotWebhooks } from '../model/bot.js'
import { olderRuleView, ruleView } from './webhooks.js'

/** Returns an entry of `bot_agents`. */
export function botView(bot: Agent) {
  const { id, name, avatar } = bot
  return { id, name, ...(avatar !== null && { avatar }), status: getBotStatus(bot) }
}

/** Returns `bot_agent`. The older version shows neither the newer filters nor the newer actions. */
export function botDetailsView(
  bot: Agent & { readonly ownerClientId: string },
  webhooks: ShownBotWebhooks | null,
  version: ApiVersion<'configuration'>,
) {
  const { ownerClientId, maxChatsCount, groups } = bot
  return {
    ...botView(bot),
    application: { client_id: ownerClientId },
    max_chats_count: maxChatsCount,
    groups: groups.map(({ id, priority }) => ({ id, priority })),
    ...(webhooks && {
      webhooks: version === 'v0.3' ? olderBotWebhooksView(webhooks) : botWebhooksView(webhooks),
    }),
  }
}

/** The webhooks of a bot. `secretKey` is `null` for callers who may not see it. */
export type ShownBotWebhooks = Omit<BotWebhooks, 'secretKey'> & { readonly secretKey: string | null }

export function botWebhooksView({ url, secretKey, actions }: ShownBotWebhooks) {
  const shown = actions.map(({ action: name, ...rule }) => ({ name, ...ruleView(rule) }))
  return { url, ...(secretKey !== null && { secret_key: secretKey }), actions: shown }
}

function olderBotWebhooksView({ url, secretKey, actions }: ShownBotWebhooks) {
  const shown = actions.flatMap(({ action: name, ...rule }) => {
    return isOlderWebhookAction(name) ? [{ name, ...olderRuleView(rule) }] : []
  })
  return { url, ...(secretKey !== null && { secret_key: secretKey }), actions: shown }
}
