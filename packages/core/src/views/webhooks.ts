import type { ApiVersion } from '../contract/versions.js'
import {
  isOlderWebhookAction,
  type OlderWebhookAction,
  type WebhookAction,
} from '../contract/webhook-actions.js'
import type { MemberFilter, Webhook, WebhookFilters, WebhookRule } from '../model/webhook.js'
import { propertyFiltersView } from './property-filters.js'

/** A webhook with its secret key unencrypted; `secretKey` is `null` for callers who may not see it. */
export type ShownWebhook = Omit<Webhook, 'secretKey'> & { readonly secretKey: string | null }

/** Returns `webhooks_config`. The older version shows neither the newer filters nor the newer actions. */
export function webhooksConfigView(webhooks: readonly ShownWebhook[], version: ApiVersion<'configuration'>) {
  if (version !== 'v0.3') return { webhooks_config: webhooks.map(webhookView) }
  return { webhooks_config: webhooks.flatMap(olderWebhookView) }
}

/** Returns an entry of `webhooks_config`. */
export function webhookView(webhook: ShownWebhook) {
  return { ...registrationView(webhook, webhook.action), ...ruleView(webhook) }
}

function olderWebhookView(webhook: ShownWebhook) {
  const { action } = webhook
  return isOlderWebhookAction(action)
    ? [{ ...registrationView(webhook, action), ...olderRuleView(webhook) }]
    : []
}

function registrationView<Action extends WebhookAction | OlderWebhookAction>(
  { id, url, description, secretKey }: ShownWebhook,
  action: Action,
) {
  return {
    webhook_id: id,
    url,
    ...(description !== null && { description }),
    action,
    ...(secretKey !== null && { secret_key: secretKey }),
  }
}

/** Returns the fields of a rule other than its action. */
export function ruleView({ filters, additionalData }: Omit<WebhookRule, 'action'>) {
  return {
    ...(filters && { filters: filtersView(filters) }),
    ...(additionalData.length > 0 && { additional_data: [...additionalData] }),
  }
}

export function olderRuleView({ filters }: Pick<WebhookRule, 'filters'>) {
  return filters && { filters: olderFiltersView(filters) }
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
