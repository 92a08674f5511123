import type { WebhookAction } from '../contract/webhook-actions.js'
import { type WebhookSubject, webhookMatcher } from '../domain/webhook-filters.js'
import type { ConfiguredRule } from '../ports/stores/configuration.js'

/** What a webhook is sent, ready to be held against what happens. */
export interface ConfiguredWebhook {
  readonly rule: ConfiguredRule
  readonly matches: (subject: WebhookSubject) => boolean
}

/** Those of each action that has any. */
export type ConfiguredWebhooks = ReadonlyMap<WebhookAction, readonly ConfiguredWebhook[]>

export function toConfiguredWebhooks(rules: readonly ConfiguredRule[]): ConfiguredWebhooks {
  const byAction = new Map<WebhookAction, ConfiguredWebhook[]>()
  for (const rule of rules) {
    const webhook = { rule, matches: webhookMatcher(rule.filters) }
    const others = byAction.get(rule.action)
    if (others === undefined) byAction.set(rule.action, [webhook])
    else others.push(webhook)
  }
  return byAction
}
