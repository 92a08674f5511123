import type { UserKind } from './user.js'

/** Value of a property. */
export type PropertyValue = string | number | boolean

/** Properties by namespace and name. */
export type Properties = Readonly<Record<string, Readonly<Record<string, PropertyValue>>>>

/** Where a property can be set. */
export type PropertyLocation = 'chat' | 'thread' | 'event'

/** Type of the values of a property. `int` has 32 bits; a `tokenized_string` is searched by its words. */
export type PropertyType = 'int' | 'string' | 'bool' | 'tokenized_string'

/** Definition of a property (spec configuration.md "Property configuration"). */
export interface PropertyDefinition {
  readonly type: PropertyType
  readonly description?: string
  /** Where the property can be set, with what each kind of user may do there. */
  readonly locations: {
    readonly [L in PropertyLocation]?: {
      readonly [U in UserKind]?: { readonly read: boolean; readonly write: boolean }
    }
  }
  /** The allowed values. Absent when every value of the type is allowed. */
  readonly domain?: readonly PropertyValue[]
  /** Bounds of an `int`, both included. */
  readonly range?: { readonly from?: number; readonly to?: number }
}

/** A definition with the name of its property. */
export interface NamedProperty {
  readonly namespace: string
  readonly name: string
  readonly definition: PropertyDefinition
}
