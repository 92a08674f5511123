import type { AutoChatScopes } from '../../model/auto-chat-scopes.js'
import type { LicenseConfiguration } from '../../model/configuration.js'
import type { NamedProperty } from '../../model/property.js'

/** How much a license has configured. */
export interface ConfigurationUsage {
  /**
   * Size in UTF-8 bytes, as stored, of property definitions, automatic chat scopes, rules of webhooks and webhooks of
   * bots, disabled ones included.
   */
  readonly bytes: number
  /** Number of automatic chat scopes. */
  readonly autoChatScopesCount: number
}

/** Reads what licenses have configured. */
export interface ConfigurationReads {
  /** Returns one committed state, in one round trip; `undefined` when there is no such license. */
  get(licenseId: number): Promise<LicenseConfiguration | undefined>
  /** Returns the property definitions of the license by ascending namespace, then name. */
  listProperties(licenseId: number): Promise<readonly NamedProperty[]>
  /** Returns how much the license has configured. */
  getUsage(licenseId: number): Promise<ConfigurationUsage>
}

/** Writes what licenses have configured. */
export interface ConfigurationWrites extends ConfigurationReads {
  /**
   * Keeps other transactions from changing the license's configuration until this one ends; `false` when there is no
   * such license. The methods below require it.
   */
  lock(licenseId: number): Promise<boolean>
  /** Records a change that another store made, such as to the webhooks of a bot, and returns the revision after it. */
  advance(licenseId: number): Promise<number>
  /**
   * Defines the properties, each named once, or replaces their definitions. It is one change; returns the revision
   * after it.
   */
  putProperties(licenseId: number, properties: readonly NamedProperty[]): Promise<number>
  /**
   * Removes a definition and returns the revision after it; `undefined`, with nothing changed, when there is no such
   * property.
   */
  removeProperty(licenseId: number, namespace: string, name: string): Promise<number | undefined>
  /** Adds automatic chat scopes and returns the revision after it. */
  addAutoChatScopes(licenseId: number, added: AutoChatScopes): Promise<number>
  /**
   * Removes automatic chat scopes and returns the revision after it; `undefined`, with nothing changed, when the
   * license has none with that id.
   */
  removeAutoChatScopes(licenseId: number, id: string): Promise<number | undefined>
}
