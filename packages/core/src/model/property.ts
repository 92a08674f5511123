import type { UserKind } from './user.js'

export type PropertyValue = string | number | boolean

/** namespace → name → value */
export type Properties = Readonly<Record<string, Readonly<Record<string, PropertyValue>>>>

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
