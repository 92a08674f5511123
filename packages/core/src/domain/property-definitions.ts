import { invalid } from '../errors.js'
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
): void {
  const before = new Map(present.map((property) => [keyOf(property), property.definition]))
  const fresh = added.filter((property) => !before.has(keyOf(property)))
  for (const property of added) {
    requireSameType(before.get(keyOf(property)), property.definition, pathOf(property))
  }
  for (const namespace of new Set(fresh.map((property) => property.namespace))) {
    const isOf = (property: NamedProperty) => property.namespace === namespace
    const count = present.filter(isOf).length + fresh.filter(isOf).length
    if (count <= bounds.propertiesPerNamespace) continue
    throw invalid(`a namespace can have at most ${bounds.propertiesPerNamespace} properties`)
  }
  if (fresh.length > 0 && present.length + fresh.length > bounds.propertiesPerLicense) {
    throw invalid(`a license can have at most ${bounds.propertiesPerLicense} properties`)
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
export function checkPropertyName(name: string, what: string): void {
  if (name === '') throw invalid(`${what} must not be empty`)
  if ([...name].length > maxNameLength) throw invalid(`${what} must have at most ${maxNameLength} characters`)
  if (isForbiddenName(name)) throw invalid(`${what} must not be ${name}`)
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
  if (users.length === 0) throw invalid(`${path}.locations must name at least one location`)
  for (const [location, names] of users) {
    if (names.length === 0) throw invalid(`${path}.locations.${location} must name at least one kind of user`)
  }
  if (domain !== undefined && range !== undefined)
    throw invalid(`${path} may have a domain or a range, not both`)
  for (const [index, value] of (domain ?? []).entries()) {
    if (!hasType(type, value)) throw invalid(`${path}.domain[${index}] must be of type ${type}`)
  }
  if (range !== undefined) checkRange(type, range, path)
  if (jsonBytes(definition) > propertyDefinitionBytes) {
    throw invalid(`${path} is larger than ${propertyDefinitionBytes} bytes as JSON`)
  }
}

/**
 * Throws a `validation` error for a built-in namespace. Apps and hosts define properties in their own namespaces, and
 * nothing can change those that every license has (decisions §8.2).
 */
export function requireOwnNamespace(namespace: string, path: string): void {
  if (builtInProperties.has(namespace)) throw invalid(`${path} is a namespace that every license has`)
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
    throw invalid(`${path}.type must stay ${before.type}: the property exists`)
  }
}

function checkRange(
  type: PropertyDefinition['type'],
  { from, to }: NonNullable<PropertyDefinition['range']>,
  path: string,
): void {
  if (type !== 'int') throw invalid(`${path}.range is for properties of type int`)
  if (from === undefined && to === undefined) throw invalid(`${path}.range must have from, to or both`)
  if (from !== undefined && to !== undefined && from > to)
    throw invalid(`${path}.range.from must not be above range.to`)
}
