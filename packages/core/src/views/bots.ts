import type { ApiVersion } from '../contract/versions.js'
import { isOlderWebhookAction } from '../contract/webhook-actions.js'
import { botStatusOf } from '../domain/bots.js'
import type { Agent } from '../ports/stores/agents.js'
import type { BotWebhooks } from '../ports/stores/bots.js'
import type { MemberFilter, WebhookFilters, WebhookRule } from '../ports/stores/webhooks.js'
import { propertyFiltersView } from './property-filters.js'

/** An entry of `bot_agents`. */
export function botView(bot: Agent) {
  const { id, name, avatar } = bot
  return { id, name, ...(avatar !== null && { avatar }), status: botStatusOf(bot) }
}

/** `bot_agent`: the older variant has neither the newer filters nor the newer actions. */
export function botDetailsView(
  bot: Agent & { readonly ownerClientId: string },
  webhooks: BotWebhooks | null,
  version: ApiVersion<'configuration'>,
) {
  const { ownerClientId, maxChatsCount, groups } = bot
  return {
    ...botView(bot),
    application: { client_id: ownerClientId },
    max_chats_count: maxChatsCount,
    groups: groups.map(({ id, priority }) => ({ id, priority })),
    ...(webhooks && { webhooks: version === 'v0.3' ? olderWebhooksView(webhooks) : webhooksView(webhooks) }),
  }
}

export function webhooksView({ url, secretKey, actions }: BotWebhooks) {
  return { url, secret_key: secretKey, actions: actions.map(actionView) }
}

function olderWebhooksView({ url, secretKey, actions }: BotWebhooks) {
  const shown = actions.flatMap(({ action: name, filters }) => {
    return isOlderWebhookAction(name)
      ? [{ name, ...(filters && { filters: olderFiltersView(filters) }) }]
      : []
  })
  return { url, secret_key: secretKey, actions: shown }
}

function actionView({ action: name, filters, additionalData }: WebhookRule) {
  return {
    name,
    ...(filters && { filters: filtersView(filters) }),
    ...(additionalData.length > 0 && { additional_data: [...additionalData] }),
  }
}

function filtersView(filters: WebhookFilters) {
  const { members, authorType } = filters
  return {
    ...olderFiltersView(filters),
    ...(members && { chat_member_ids: membersView(members) }),
    ...(authorType && { author_type: authorType }),
  }
}

function olderFiltersView({ chatProperties, threadProperties, eventProperties }: WebhookFilters) {
  return {
    ...(chatProperties.length > 0 && { chat_properties: propertyFiltersView(chatProperties) }),
    ...(threadProperties.length > 0 && { thread_properties: propertyFiltersView(threadProperties) }),
    ...(eventProperties.length > 0 && { event_properties: propertyFiltersView(eventProperties) }),
  }
}

function membersView({ type, agentIds }: MemberFilter) {
  switch (type) {
    case 'agents':
      return { agents: [...agentIds] }
    case 'agents_any':
      return { agents_any: [...agentIds] }
    case 'agents_exclude':
      return { agents_exclude: [...agentIds] }
  }
}
