import type { NamedProperty, PropertyDefinition as StoredDefinition } from '../../model/property.js'

/** The definition of a property: where it can be set, who can read and write it, and which values it can have. */
export interface PropertyDefinition extends PropertyKey {
  readonly type: PropertyType
  readonly description: string | null
  readonly locations: PropertyLocations
  /** The allowed values; `null` when every value of the type is allowed. */
  readonly domain: readonly (string | number | boolean)[] | null
  /** Bounds of an `int`, both included; `null` when there are none. */
  readonly range: { readonly from?: number; readonly to?: number } | null
}

/** Names one property of a license. */
export interface PropertyKey {
  readonly licenseId: number
  /** Client id of the app that the property belongs to, or any other name. */
  readonly namespace: string
  readonly name: string
}

/** Type of the values. `int` has 32 bits; archives are searched for the single words of a `tokenized_string`. */
export type PropertyType = 'int' | 'string' | 'bool' | 'tokenized_string'

/** Where a property can be set, with the access of each kind of user there. */
export interface PropertyLocations {
  readonly chat?: PropertyAccess
  readonly thread?: PropertyAccess
  readonly event?: PropertyAccess
}

/** Read and write access to a property, for each kind of user. */
export interface PropertyAccess {
  readonly agent?: { readonly read: boolean; readonly write: boolean }
  readonly customer?: { readonly read: boolean; readonly write: boolean }
}

/** Returns the definition as `admin` shows it. */
export function toPropertyDefinition(
  licenseId: number,
  { namespace, name, definition }: NamedProperty,
): PropertyDefinition {
  const { type, locations, description = null, domain = null, range = null } = definition
  return { licenseId, namespace, name, type, description, locations, domain, range }
}

/** Returns the definition as it is stored, where what is `null` is absent. */
export function toStoredDefinition({
  type,
  locations,
  description,
  domain,
  range,
}: Omit<PropertyDefinition, keyof PropertyKey>): StoredDefinition {
  return {
    ...{ type, locations },
    ...(description !== null && { description }),
    ...(domain !== null && { domain }),
    ...(range !== null && { range }),
  }
}
