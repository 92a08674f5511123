import { type AutoChatScopesRule, toAutoChatScopesRule } from '../domain/auto-chat-scopes.js'
import type { EventRules } from '../domain/events.js'
import { builtInProperties, type PropertyCatalog } from '../domain/properties.js'
import type { LicenseConfiguration } from '../model/configuration.js'
import type { PropertyDefinition } from '../model/property.js'
import { type ConfiguredWebhooks, toConfiguredWebhooks } from './configured-webhooks.js'

/** Limits on events and properties that are the same for every license. */
export type WrittenLimits = Omit<EventRules, 'catalog'>

/** Everything that a license has configured, as one value (docs/architecture.md). */
export interface Configuration {
  /** Revision of the configuration; 0 when nothing was ever configured. */
  readonly revision: number
  readonly catalog: PropertyCatalog
  /** Rules that events and properties must satisfy. */
  readonly rules: EventRules
  /** Registered webhooks, by action. */
  readonly webhooks: ConfiguredWebhooks
  /** Rules that give new chats their automatic chat scopes. */
  readonly autoChatScopes: readonly AutoChatScopesRule[]
}

/** The stored configuration of a license that has configured nothing yet. */
export const nothingConfigured: LicenseConfiguration = {
  revision: 0,
  properties: [],
  autoChatScopes: [],
  webhooks: [],
}

/** Returns the configuration that follows from what is stored. */
export function toConfiguration(stored: LicenseConfiguration, limits: WrittenLimits): Configuration {
  const { revision, properties } = stored
  const catalog = catalogOf(properties)
  const rules = Object.assign({ catalog }, limits)
  const autoChatScopes = stored.autoChatScopes.map(toAutoChatScopesRule)
  const webhooks = toConfiguredWebhooks(stored.webhooks)
  return { revision, catalog, rules, webhooks, autoChatScopes }
}

/** Returns the built-in properties together with those that the license has defined. */
function catalogOf(properties: LicenseConfiguration['properties']): PropertyCatalog {
  if (properties.length === 0) return builtInProperties
  const catalog = new Map<string, Map<string, PropertyDefinition>>()
  for (const { namespace, name, definition } of properties) {
    catalog.set(namespace, (catalog.get(namespace) ?? new Map()).set(name, definition))
  }
  return new Map([...catalog, ...builtInProperties])
}
