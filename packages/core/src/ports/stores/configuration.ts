import type { PropertyValue } from './events.js'

export type PropertyLocation = 'chat' | 'thread' | 'event'
export type PropertyType = 'int' | 'string' | 'bool' | 'tokenized_string'
export type UserKind = 'agent' | 'customer'

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

/** All that a license has configured. */
export interface LicenseConfiguration {
  /** Grows with every change of it; 0 while nothing was ever configured. */
  readonly revision: number
  /** By ascending namespace, then name. */
  readonly properties: readonly NamedProperty[]
}

export interface ConfigurationReads {
  /** One committed state, in one round trip; `undefined`: no such license. */
  get(licenseId: number): Promise<LicenseConfiguration | undefined>
}

export interface ConfigurationWrites extends ConfigurationReads {
  /**
   * Keeps every other transaction from changing the license's configuration until this one ends; `undefined`: no such
   * license. The methods that follow presume it.
   */
  lock(licenseId: number): Promise<LicenseConfiguration | undefined>
  /** Defines the property, or replaces its definition. The revision after it. */
  putProperty(licenseId: number, property: NamedProperty): Promise<number>
  /** The revision after it; `undefined`, with nothing changed, where there is no such property. */
  removeProperty(licenseId: number, namespace: string, name: string): Promise<number | undefined>
}
