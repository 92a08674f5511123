import { type AutoChatScopesRule, toAutoChatScopesRule } from '../domain/auto-chat-scopes.js'
import type { EventRules } from '../domain/events.js'
import { builtInProperties, type PropertyCatalog } from '../domain/properties.js'
import type { LicenseConfiguration } from '../model/configuration.js'
import type { PropertyDefinition } from '../model/property.js'
import { type ConfiguredWebhooks, toConfiguredWebhooks } from './configured-webhooks.js'

/** Limits on what is written, which are the same for every license. */
export type WrittenLimits = Omit<EventRules, 'catalog'>

/** All that a license has configured, as one value (docs/architecture.md). */
export interface Configuration {
  /** 0: nothing was ever configured. */
  readonly revision: number
  readonly catalog: PropertyCatalog
  /** What events and properties are held against. */
  readonly rules: EventRules
  /** What is told, with the commit that it happens in. */
  readonly webhooks: ConfiguredWebhooks
  /** What new chats are held against. */
  readonly autoChatScopes: readonly AutoChatScopesRule[]
}

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
  const webhooks = toConfiguredWebhooks(stored.webhooks)
  return { revision, catalog, rules, webhooks, autoChatScopes }
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
