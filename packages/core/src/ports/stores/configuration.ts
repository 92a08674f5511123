import type { PropertyValue } from './events.js'
import type { PropertyFilter } from './property-filters.js'
import type { UserKind } from './users.js'
import type { WebhookRule, WebhookVersion } from './webhooks.js'

export type PropertyLocation = 'chat' | 'thread' | 'event'
export type PropertyType = 'int' | 'string' | 'bool' | 'tokenized_string'

/** Spec configuration.md "Property configuration". */
export interface PropertyDefinition {
  readonly type: PropertyType
  readonly description?: string
  readonly locations: {
    readonly [L in PropertyLocation]?: {
      readonly [U in UserKind]?: { readonly read: boolean; readonly write: boolean }
    }
  }
  readonly domain?: readonly PropertyValue[]
  readonly range?: { readonly from?: number; readonly to?: number }
}

export interface NamedProperty {
  readonly namespace: string
  readonly name: string
  readonly definition: PropertyDefinition
}

/** Where a customer is: `values`, one of them matches; `exclude_values`, none does, which is so too of who is nowhere. */
export interface UrlFilter {
  readonly type: 'values' | 'exclude_values'
  readonly values: readonly {
    readonly value: string
    /** `false`: any part of the address may equal it. */
    readonly isExact: boolean
  }[]
}

/** Groups that a new chat is shown to where it meets the rules (spec chat.md "add_auto_chat_scopes"). */
export interface AutoChatScopes {
  readonly id: string
  readonly description: string | null
  readonly groups: readonly number[]
  /** Both have to be met. */
  readonly rules: {
    /** Of the chat; none: whatever they are. */
    readonly chatProperties: readonly PropertyFilter[]
    /** `null`: wherever the customer is. */
    readonly customerUrl: UrlFilter | null
  }
}

/** What a webhook of the license is sent, without where to; those of bots have the bot's id, and each of its rules is one. */
export interface ConfiguredRule extends WebhookRule {
  readonly webhookId: string
  readonly version: WebhookVersion
  /** The bot whose webhooks these are; `null`: they are registered by themselves. */
  readonly botId: string | null
}

/** All that a license has configured. */
export interface LicenseConfiguration {
  /** Grows with every change of it; 0 while nothing was ever configured. */
  readonly revision: number
  /** By ascending namespace, then name. */
  readonly properties: readonly NamedProperty[]
  /** By ascending id, so those that were added first come first. */
  readonly autoChatScopes: readonly AutoChatScopes[]
  /**
   * Those of webhooks and of bots that were not removed, but for disabled ones, by ascending webhook id; of one bot in its
   * own order.
   */
  readonly webhooks: readonly ConfiguredRule[]
}

export interface ConfigurationUsage {
  /**
   * What is configured as the storage keeps it, in UTF-8: definitions of properties, automatic chat scopes, rules of webhooks and
   * webhooks of bots, disabled ones included.
   */
  readonly bytes: number
  readonly autoChatScopesCount: number
}

export interface ConfigurationReads {
  /** One committed state, in one round trip; `undefined`: no such license. */
  get(licenseId: number): Promise<LicenseConfiguration | undefined>
  /** Its properties alone, by ascending namespace, then name. */
  listProperties(licenseId: number): Promise<readonly NamedProperty[]>
  usage(licenseId: number): Promise<ConfigurationUsage>
}

export interface ConfigurationWrites extends ConfigurationReads {
  /**
   * Keeps every other transaction from changing the license's configuration until this one ends; `false`: no such license. The
   * methods that follow presume it.
   */
  lock(licenseId: number): Promise<boolean>
  /** What is stored elsewhere has changed, such as the webhooks of a bot. The revision after it. */
  advance(licenseId: number): Promise<number>
  /** Defines the properties, each named once, or replaces their definitions. The revision after it: they are one change. */
  putProperties(licenseId: number, properties: readonly NamedProperty[]): Promise<number>
  /** The revision after it; `undefined`, with nothing changed, where there is no such property. */
  removeProperty(licenseId: number, namespace: string, name: string): Promise<number | undefined>
  /** The revision after it. */
  addAutoChatScopes(licenseId: number, added: AutoChatScopes): Promise<number>
  /** The revision after it; `undefined`, with nothing changed, where the license has none with that id. */
  removeAutoChatScopes(licenseId: number, id: string): Promise<number | undefined>
}
