import type { WebhookAction } from '../contract/webhook-actions.js'
import { filterWeight, type WebhookSubject, webhookMatcher } from '../domain/webhook-filters.js'
import type { ConfiguredRule } from '../model/configuration.js'

/** What a webhook is sent, ready to be held against what happens. */
export interface ConfiguredWebhook {
  readonly rule: ConfiguredRule
  readonly matches: (subject: WebhookSubject) => boolean
  /** What it costs to look at the rule, as bytes of pushes. */
  readonly weight: number
}

/** Those of each action that has any. */
export type ConfiguredWebhooks = ReadonlyMap<WebhookAction, readonly ConfiguredWebhook[]>

/**
 * Of a bot's rules for one action those come first that ask for additional data: the first that lets a fact pass decides what
 * is sent, and it is to have all that one of them asks for.
 */
export function toConfiguredWebhooks(rules: readonly ConfiguredRule[]): ConfiguredWebhooks {
  const byAction = new Map<WebhookAction, ConfiguredWebhook[]>()
  for (const rule of [...rules.filter(asksForData), ...rules.filter((one) => !asksForData(one))]) {
    const webhook = { rule, matches: lazyMatcher(rule), weight: filterWeight(rule.filters) }
    const others = byAction.get(rule.action)
    if (others === undefined) byAction.set(rule.action, [webhook])
    else others.push(webhook)
  }
  return byAction
}

function asksForData({ botId, additionalData }: ConfiguredRule): boolean {
  return botId !== null && additionalData.length > 0
}

/** Made when something happens that it is held against: each change of a configuration makes all rules anew. */
function lazyMatcher({ filters }: ConfiguredRule): ConfiguredWebhook['matches'] {
  let matcher: ConfiguredWebhook['matches'] | undefined
  return (subject) => {
    matcher ??= webhookMatcher(filters)
    return matcher(subject)
  }
}
