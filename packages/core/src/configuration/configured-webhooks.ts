import type { WebhookAction } from '../contract/webhook-actions.js'
import { filterWeight, type WebhookSubject, webhookMatcher } from '../domain/webhook-filters.js'
import type { ConfiguredRule } from '../model/configuration.js'

/** A webhook rule that is ready to be matched against facts. */
export interface ConfiguredWebhook {
  readonly rule: ConfiguredRule
  readonly matches: (subject: WebhookSubject) => boolean
  /** Cost of evaluating the rule, in bytes of pushes. */
  readonly weight: number
}

/** The webhook rules of each action that has any. */
export type ConfiguredWebhooks = ReadonlyMap<WebhookAction, readonly ConfiguredWebhook[]>

/**
 * Returns the webhook rules by action. A bot's rules that ask for additional data come first: the first matching rule
 * decides what the bot is sent, and it must include the additional data if any of the bot's rules asks for it.
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

/** Returns a matcher that is built on first use, because each change of a configuration rebuilds all rules. */
function lazyMatcher({ filters }: ConfiguredRule): ConfiguredWebhook['matches'] {
  let matcher: ConfiguredWebhook['matches'] | undefined
  return (subject) => {
    matcher ??= webhookMatcher(filters)
    return matcher(subject)
  }
}
