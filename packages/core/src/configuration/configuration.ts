import type { WebhookAction } from '../contract/webhook-actions.js'
import { type AutoChatScopesRule, toAutoChatScopesRule } from '../domain/auto-chat-scopes.js'
import type { EventRules } from '../domain/events.js'
import { builtInProperties, type PropertyCatalog } from '../domain/properties.js'
import type { Fact } from '../facts/fact.js'
import type { ChatHead } from '../ports/stores/chats.js'
import type { LicenseConfiguration, PropertyDefinition } from '../ports/stores/configuration.js'

/** Limits on what is written, which are the same for every license. */
export type WrittenLimits = Omit<EventRules, 'catalog'>

/** A webhook, as far as it decides which facts it is sent. */
export interface ConfiguredWebhook {
  readonly id: string
  readonly action: WebhookAction
  /** Whether its filters let the fact pass; `head`: of its chat after the change, `null` where it is about none. */
  readonly accepts: (fact: Fact, head: ChatHead | null) => boolean
}

/** All that a license has configured, as one value (docs/architecture.md). */
export interface Configuration {
  /** 0: nothing was ever configured. */
  readonly revision: number
  readonly catalog: PropertyCatalog
  /** What events and properties are held against. */
  readonly rules: EventRules
  readonly webhooks: readonly ConfiguredWebhook[]
  /** What new chats are held against. */
  readonly autoChatScopes: readonly AutoChatScopesRule[]
}

/** None can be registered yet. */
const noWebhooks: readonly ConfiguredWebhook[] = Object.freeze([])

/** Of a license that has configured nothing yet. */
export const nothingConfigured: LicenseConfiguration = {
  revision: 0,
  properties: [],
  autoChatScopes: [],
  webhooks: [],
}

export function toConfiguration(stored: LicenseConfiguration, limits: WrittenLimits): Configuration {
  const { revision, properties } = stored
  const catalog = catalogOf(properties)
  const rules = Object.assign({ catalog }, limits)
  const autoChatScopes = stored.autoChatScopes.map(toAutoChatScopesRule)
  return { revision, catalog, rules, webhooks: noWebhooks, autoChatScopes }
}

/** What every license has, and what this one has defined. */
function catalogOf(properties: LicenseConfiguration['properties']): PropertyCatalog {
  if (properties.length === 0) return builtInProperties
  const catalog = new Map<string, Map<string, PropertyDefinition>>()
  for (const { namespace, name, definition } of properties) {
    catalog.set(namespace, (catalog.get(namespace) ?? new Map()).set(name, definition))
  }
  return new Map([...catalog, ...builtInProperties])
}
