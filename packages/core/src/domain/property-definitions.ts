import { invalid, invalidField } from '../errors.js'
import type { NamedProperty, PropertyDefinition } from '../model/property.js'
import { isForbiddenName } from './forbidden-names.js'
import { jsonBytes } from './json-bytes.js'
import { builtInProperties, hasType } from './properties.js'

/** The options that limit the number and size of property definitions (decisions §13). */
export interface DefinitionBounds {
  readonly propertiesPerNamespace: number
  readonly propertiesPerLicense: number
  readonly propertyDefinitionBytes: number
}

/**
 * Throws a `validation` error when one of the added properties cannot be defined in addition to the present ones.
 * `pathOf` returns the path of a property for the message.
 */
export function checkDefinable(
  present: readonly NamedProperty[],
  added: readonly NamedProperty[],
  bounds: DefinitionBounds,
  pathOf: (property: NamedProperty) => string,
  path = 'payload',
): void {
  const before = new Map(present.map((property) => [keyOf(property), property.definition]))
  const fresh = added.filter((property) => !before.has(keyOf(property)))
  for (const property of added) {
    requireSameType(before.get(keyOf(property)), property.definition, pathOf(property))
  }
  for (const namespace of new Set(fresh.map((property) => property.namespace))) {
    const isOf = (property: NamedProperty) => property.namespace === namespace
    const count = present.filter(isOf).length + fresh.filter(isOf).length
    const limit = bounds.propertiesPerNamespace
    if (count <= limit) continue
    throw invalid({ path, rule: 'limit_reached', limit }, `a namespace can have at most ${limit} properties`)
  }
  if (fresh.length > 0 && present.length + fresh.length > bounds.propertiesPerLicense) {
    const limit = bounds.propertiesPerLicense
    throw invalid({ path, rule: 'limit_reached', limit }, `a license can have at most ${limit} properties`)
  }
}

function keyOf({ namespace, name }: NamedProperty): string {
  return JSON.stringify([namespace, name])
}

const maxNameLength = 256

/**
 * Throws a `validation` error when the text cannot be the name of a property or namespace. `what` stands for it in the
 * message.
 */
export function checkPropertyName(name: string, path: string, what = path): void {
  if (name === '') throw invalid({ path, rule: 'empty' }, `${what} must not be empty`)
  if ([...name].length > maxNameLength)
    throw invalid(
      { path, rule: 'too_long', limit: maxNameLength },
      `${what} must have at most ${maxNameLength} characters`,
    )
  if (isForbiddenName(name)) throw invalid({ path, rule: 'reserved' }, `${what} must not be ${name}`)
}

/**
 * Throws a `validation` error when the definition contradicts itself (spec configuration.md "Property configuration")
 * or is too large.
 */
export function checkDefinition(
  definition: PropertyDefinition,
  path: string,
  { propertyDefinitionBytes }: Pick<DefinitionBounds, 'propertyDefinitionBytes'>,
): void {
  const { type, locations, domain, range } = definition
  const users = Object.entries(locations).map(
    ([location, access]) => [location, Object.keys(access)] as const,
  )
  if (users.length === 0)
    throw invalidField({ path: `${path}.locations`, rule: 'empty' }, 'must name at least one location')
  for (const [location, names] of users) {
    if (names.length === 0)
      throw invalidField(
        { path: `${path}.locations.${location}`, rule: 'empty' },
        'must name at least one kind of user',
      )
  }
  if (domain !== undefined && range !== undefined)
    throw invalid(
      { path: `${path}.range`, rule: 'conflicts_with' },
      `${path} may have a domain or a range, not both`,
    )
  for (const [index, value] of (domain ?? []).entries()) {
    if (!hasType(type, value))
      throw invalidField({ path: `${path}.domain[${index}]`, rule: 'wrong_type' }, `must be of type ${type}`)
  }
  if (range !== undefined) checkRange(type, range, path)
  if (jsonBytes(definition) > propertyDefinitionBytes) {
    throw invalidField(
      { path, rule: 'too_large', limit: propertyDefinitionBytes },
      `is larger than ${propertyDefinitionBytes} bytes as JSON`,
    )
  }
}

/**
 * Throws a `validation` error for a built-in namespace. Apps and hosts define properties in their own namespaces, and
 * nothing can change those that every license has (decisions §8.2).
 */
export function requireOwnNamespace(namespace: string, path: string): void {
  if (builtInProperties.has(namespace))
    throw invalidField({ path, rule: 'reserved' }, 'is a reserved namespace')
}

/**
 * Throws a `validation` error when the type of an existing property would change. Stored values stay, so the type has
 * to stay too (decisions §8.3).
 */
function requireSameType(
  before: PropertyDefinition | undefined,
  { type }: PropertyDefinition,
  path: string,
): void {
  if (before !== undefined && before.type !== type) {
    throw invalidField(
      { path: `${path}.type`, rule: 'cannot_change' },
      `must stay ${before.type}: the property exists`,
    )
  }
}

function checkRange(
  type: PropertyDefinition['type'],
  { from, to }: NonNullable<PropertyDefinition['range']>,
  path: string,
): void {
  if (type !== 'int')
    throw invalidField({ path: `${path}.range`, rule: 'not_allowed' }, 'is for properties of type int')
  if (from === undefined && to === undefined)
    throw invalidField({ path: `${path}.range`, rule: 'required' }, 'must have from, to or both')
  if (from !== undefined && to !== undefined && from > to)
    throw invalidField({ path: `${path}.range.from`, rule: 'wrong_order' }, 'must not be above range.to')
}
