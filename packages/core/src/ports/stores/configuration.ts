import type { AutoChatScopes } from '../../model/auto-chat-scopes.js'
import type { LicenseConfiguration } from '../../model/configuration.js'
import type { NamedProperty } from '../../model/property.js'

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
