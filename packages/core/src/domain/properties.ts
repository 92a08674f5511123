import { invalidField, ParleyError } from '../errors.js'
import type {
  Properties,
  PropertyDefinition,
  PropertyLocation,
  PropertyType,
  PropertyValue,
} from '../model/property.js'
import type { UserKind } from '../model/user.js'
import { jsonBytes } from './json-bytes.js'

/** The configured properties of a license: namespace → name → definition. */
export type PropertyCatalog = ReadonlyMap<string, ReadonlyMap<string, PropertyDefinition>>

const allMay = { read: true, write: true } as const
const everywhere = { agent: allMay, customer: allMay } as const
const openTo = (type: PropertyType): PropertyDefinition => ({
  type,
  locations: { chat: everywhere, thread: everywhere, event: everywhere },
})

/** The properties that every license has (decisions §8.2). */
export const builtInProperties: PropertyCatalog = new Map([
  [
    'test',
    new Map([
      ['bool_property', openTo('bool')],
      ['int_property', openTo('int')],
      ['string_property', openTo('string')],
      ['tokenized_string_property', openTo('tokenized_string')],
    ]),
  ],
])

/** Properties as a request carries them: each value is direct or wrapped in an object (decisions §15.2). */
export type RequestedProperties = Readonly<
  Record<string, Readonly<Record<string, PropertyValue | { readonly value: PropertyValue }>>>
>

/** The definitions and the size limit that properties are checked against. */
export interface PropertyRules {
  readonly catalog: PropertyCatalog
  /** Maximum size of all properties of one chat, thread or event, in bytes of JSON (decisions §13). */
  readonly propertiesBytes: number
}

/**
 * Returns the requested properties, unwrapped. Throws a `validation` error when a property does not match its
 * definition (decisions §8.5) or all of them are too large, and an `authorization` error when the user may not write
 * one.
 */
export function acceptProperties(
  requested: RequestedProperties | undefined,
  at: { readonly location: PropertyLocation; readonly by: UserKind; readonly path: string },
  { catalog, propertiesBytes }: PropertyRules,
): Properties {
  if (requested === undefined) return {}
  const accepted: Record<string, Record<string, PropertyValue>> = {}
  for (const [namespace, named] of Object.entries(requested)) {
    const definitions = catalog.get(namespace)
    if (definitions === undefined)
      throw invalidField(
        { path: `${at.path}.${namespace}`, rule: 'not_found' },
        'is not a configured namespace',
      )
    const values: Record<string, PropertyValue> = {}
    for (const [name, given] of Object.entries(named)) {
      const path = `${at.path}.${namespace}.${name}`
      const value = typeof given === 'object' ? given.value : given
      checkValue(definitions.get(name), value, at.location, at.by, path)
      values[name] = value
    }
    accepted[namespace] = values
  }
  if (jsonBytes(accepted) > propertiesBytes) {
    throw invalidField(
      { path: at.path, rule: 'too_large', limit: propertiesBytes },
      `is larger than ${propertiesBytes} bytes as JSON`,
    )
  }
  return accepted
}

function checkValue(
  definition: PropertyDefinition | undefined,
  value: PropertyValue,
  location: PropertyLocation,
  by: UserKind,
  path: string,
): asserts definition is PropertyDefinition {
  if (definition === undefined)
    throw invalidField({ path, rule: 'not_found' }, 'is not a configured property')
  const access = definition.locations[location]
  if (access === undefined)
    throw invalidField({ path, rule: 'not_allowed' }, `is not allowed on a ${location}`)
  if (!access[by]?.write) throw new ParleyError('authorization', { detail: `${path} may not be written` })
  if (!hasType(definition.type, value))
    throw invalidField({ path, rule: 'wrong_type' }, `must be of type ${definition.type}`)
  if (definition.domain && !definition.domain.includes(value))
    throw invalidField({ path, rule: 'wrong_value' }, 'is outside its domain')
  checkRange(definition.range, value, path)
}

/** Returns whether the value has the property type. Integers are limited to 32 bits. */
export function hasType(type: PropertyType, value: PropertyValue): boolean {
  switch (type) {
    case 'int':
      return typeof value === 'number' && Number.isInteger(value) && value === (value | 0)
    case 'bool':
      return typeof value === 'boolean'
    case 'string':
    case 'tokenized_string':
      return typeof value === 'string'
  }
}

function checkRange(range: PropertyDefinition['range'], value: PropertyValue, path: string): void {
  if (range === undefined || typeof value !== 'number') return
  const { from = value, to = value } = range
  if (value < from) throw invalidField({ path, rule: 'too_low', limit: from }, 'is outside its range')
  if (value > to) throw invalidField({ path, rule: 'too_high', limit: to }, 'is outside its range')
}

/** Properties as responses and pushes carry them: namespace → name → wrapped value. */
export type WireProperties = Record<string, Record<string, { value: PropertyValue }>>

/** Returns the properties that this kind of user may read at this location, each wrapped in an object. */
export function readableProperties(
  properties: Properties,
  at: { readonly location: PropertyLocation; readonly by: UserKind },
  catalog: PropertyCatalog,
): WireProperties {
  const readable: WireProperties = {}
  for (const [namespace, named] of Object.entries(properties)) {
    const definitions = catalog.get(namespace)
    for (const [name, value] of Object.entries(named)) {
      if (!definitions?.get(name)?.locations[at.location]?.[at.by]?.read) continue
      readable[namespace] = { ...readable[namespace], [name]: { value } }
    }
  }
  return readable
}
