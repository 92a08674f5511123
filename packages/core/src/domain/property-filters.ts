import { invalidField, ParleyError } from '../errors.js'
import type { Properties, PropertyDefinition, PropertyLocation, PropertyValue } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { UserKind } from '../model/user.js'
import { hasType, type PropertyCatalog } from './properties.js'
import { filterWords, sharedWords, type WordsOf } from './property-words.js'

/** The filter of one property as a request carries it: exactly one of these fields is set. */
export interface RequestedPropertyFilter {
  readonly exists?: boolean
  readonly values?: readonly PropertyValue[]
  readonly exclude_values?: readonly PropertyValue[]
}

/** Property filters as a request carries them: namespace → name → filter. */
export type RequestedPropertyFilters = Readonly<
  Record<string, Readonly<Record<string, RequestedPropertyFilter>>>
>

/** The definitions and limits that property filters are checked against. */
export interface PropertyFilterRules {
  readonly catalog: PropertyCatalog
  /** Maximum number of properties that one request can filter by. */
  readonly propertyFilterCount: number
  /** Maximum number of values, or of words in them, in all filters together. */
  readonly propertyFilterTermCount: number
}

/** The user kind and path of a filter request, and the locations where the properties may be stored. */
export interface FilteredProperties {
  readonly locations: readonly PropertyLocation[]
  readonly by: UserKind
  readonly path: string
}

/**
 * Checks each requested filter against the definition of its property. Throws a `validation` error when the property is
 * not configured or not allowed at these locations, when a value has another type, or when there are too many. Throws
 * an `authorization` error when that kind of user may not read the property, so its value cannot be found out by
 * filtering.
 */
export function toPropertyFilters(
  requested: RequestedPropertyFilters | undefined,
  at: FilteredProperties,
  rules: PropertyFilterRules,
): readonly PropertyFilter[] {
  const filters: PropertyFilter[] = []
  for (const [namespace, named] of Object.entries(requested ?? {})) {
    const definitions = rules.catalog.get(namespace)
    if (definitions === undefined)
      throw invalidField(
        { path: `${at.path}.${namespace}`, rule: 'not_found' },
        'is not a configured namespace',
      )
    for (const [name, filter] of Object.entries(named)) {
      const path = `${at.path}.${namespace}.${name}`
      const definition = requireReadable(definitions.get(name), at, path)
      filters.push(Object.assign({ namespace, name }, conditionOf(filter, definition, path)))
    }
  }
  checkCount(filters, at.path, rules)
  return filters
}

function requireReadable(
  definition: PropertyDefinition | undefined,
  { locations, by }: FilteredProperties,
  path: string,
): PropertyDefinition {
  if (definition === undefined)
    throw invalidField({ path, rule: 'not_found' }, 'is not a configured property')
  const accesses = locations.flatMap((location) => definition.locations[location] ?? [])
  if (accesses.length === 0)
    throw invalidField({ path, rule: 'not_allowed' }, `is not allowed on a ${locations.join(' or ')}`)
  if (!accesses.every((access) => access[by]?.read)) {
    throw new ParleyError('authorization', { detail: `${path} may not be read` })
  }
  return definition
}

type Condition = PropertyFilter extends infer F
  ? F extends PropertyFilter
    ? Omit<F, 'namespace' | 'name'>
    : never
  : never

function conditionOf(
  { exists, values, exclude_values }: RequestedPropertyFilter,
  { type }: PropertyDefinition,
  path: string,
): Condition {
  const given = [exists, values, exclude_values].filter((filter) => filter !== undefined)
  if (given.length !== 1) {
    const rule = given.length === 0 ? 'required' : 'conflicts_with'
    throw invalidField({ path, rule }, 'must have one of exists, values and exclude_values')
  }
  if (exists !== undefined) return { type: 'exists', exists }
  const named = values === undefined ? 'exclude_values' : 'values'
  const listed = values ?? exclude_values ?? []
  const wrong = listed.findIndex((value) => !hasType(type, value))
  if (wrong >= 0)
    throw invalidField({ path: `${path}.${named}[${wrong}]`, rule: 'wrong_type' }, `must be of type ${type}`)
  const matchedBy = type === 'tokenized_string' ? 'words' : 'value'
  return { type: named, values: [...listed], matchedBy }
}

function checkCount(filters: readonly PropertyFilter[], path: string, rules: PropertyFilterRules): void {
  const { propertyFilterCount, propertyFilterTermCount } = rules
  if (filters.length > propertyFilterCount)
    throw invalidField(
      { path, rule: 'too_many', limit: propertyFilterCount },
      `names more than ${propertyFilterCount} properties`,
    )
  const termCount = filters.reduce((sum, filter) => sum + termCountOf(filter), 0)
  if (termCount > propertyFilterTermCount) {
    throw invalidField(
      { path, rule: 'too_many', limit: propertyFilterTermCount },
      `names more than ${propertyFilterTermCount} values and words`,
    )
  }
}

function termCountOf(filter: PropertyFilter): number {
  if (filter.type === 'exists') return 1
  if (filter.matchedBy === 'value') return filter.values.length
  return filter.values.reduce<number>((sum, value) => sum + Math.max(1, filterWords(value)?.length ?? 0), 0)
}

/**
 * Returns whether the properties of one chat, thread or event pass all of the filters. A caller that runs many matchers
 * on the same properties passes `wordsOf` of {@link sharedWords}, so each value is split only once.
 */
export type PropertyMatcher = (properties: Properties, wordsOf?: WordsOf) => boolean

/** Prepares the filters for matching properties. */
export function propertyMatcher(filters: readonly PropertyFilter[]): PropertyMatcher {
  const matchers = filters.map((filter) => {
    const { namespace, name } = filter
    const matches = valueMatcher(filter)
    return (properties: Properties, wordsOf: WordsOf) =>
      matches(propertyOf(properties, namespace, name), wordsOf)
  })
  return (properties, wordsOf = sharedWords()) => matchers.every((matches) => matches(properties, wordsOf))
}

/** Returns the value of a property. Looks at own keys only, because a property may have a name such as `toString`. */
function propertyOf(properties: Properties, namespace: string, name: string): PropertyValue | undefined {
  const named = Object.hasOwn(properties, namespace) ? properties[namespace] : undefined
  return named !== undefined && Object.hasOwn(named, name) ? named[name] : undefined
}

type ValueMatcher<Value> = (value: Value, wordsOf: WordsOf) => boolean

function valueMatcher(filter: PropertyFilter): ValueMatcher<PropertyValue | undefined> {
  if (filter.type === 'exists') return (value) => (value !== undefined) === filter.exists
  const isOneOf = filter.matchedBy === 'words' ? hasWordsOf(filter.values) : equalsOneOf(filter.values)
  const isWanted = filter.type === 'values'
  return (value, wordsOf) => (value !== undefined && isOneOf(value, wordsOf)) === isWanted
}

function equalsOneOf(values: readonly PropertyValue[]): ValueMatcher<PropertyValue> {
  const set = new Set(values)
  return (value) => set.has(value)
}

function hasWordsOf(values: readonly PropertyValue[]): ValueMatcher<PropertyValue> {
  const wanted = values.map(filterWords).filter((words) => words !== undefined)
  return (value, wordsOf) => {
    const there = wordsOf(value)
    return wanted.some((words) => words.every((word) => there.has(word)))
  }
}
