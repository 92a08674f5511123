import { invalid } from '../errors.js'
import type { PropertyDefinition } from '../ports/stores/configuration.js'
import { builtInProperties, hasType } from './properties.js'

/** `validation` for a definition that contradicts itself (spec configuration.md "Property configuration"). */
export function checkDefinition({ type, locations, domain, range }: PropertyDefinition, path: string): void {
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
}

/** Namespaces of apps and the host; what every license has is nobody's to change (decisions §8.2). */
export function requireOwnNamespace(namespace: string, path: string): void {
  if (builtInProperties.has(namespace)) throw invalid(`${path} is a namespace that every license has`)
}

/** Values that are stored stay, and must stay of their type (decisions §8.3). */
export function requireSameType(
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
