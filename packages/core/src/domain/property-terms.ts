import type { Properties, PropertyValue } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import { filterWords, valueWords } from './property-words.js'

// Turns properties into terms that a storage can index, so that a filter becomes a lookup of terms. A term is a text of
// any length. The terms depend only on the value and not on the definition of the property, so they stay valid when the
// definition changes.

const presence = (namespace: string, name: string) => JSON.stringify([namespace, name])
const valueTerm = (namespace: string, name: string, value: PropertyValue) =>
  JSON.stringify([namespace, name, value])
const wordTerm = (namespace: string, name: string, word: string) =>
  JSON.stringify([namespace, name, 'word', word])

/** Returns the terms of the properties, without duplicates and in no particular order. */
export function propertyTerms(properties: Properties): readonly string[] {
  return Object.entries(properties).flatMap(([namespace, named]) =>
    Object.entries(named).flatMap(([name, value]) => [
      presence(namespace, name),
      valueTerm(namespace, name, value),
      ...valueWords(value).map((word) => wordTerm(namespace, name, word)),
    ]),
  )
}

/** A filter as a condition on the terms of the properties. */
export interface FilterTerms {
  /** The term that exists when the property has any value. */
  readonly present: string
  /** `true` when all terms of one of the alternatives must exist, `false` when no alternative may match. */
  readonly isWanted: boolean
  /** The alternatives. An empty list never matches. */
  readonly alternatives: readonly (readonly string[])[]
}

/** Returns the condition on terms that the filter stands for. */
export function filterTerms(filter: PropertyFilter): FilterTerms {
  const { namespace, name } = filter
  const present = presence(namespace, name)
  if (filter.type === 'exists') return { present, isWanted: filter.exists, alternatives: [[present]] }
  const alternatives = filter.values.flatMap((value) => {
    if (filter.matchedBy === 'value') return [[valueTerm(namespace, name, value)]]
    const words = filterWords(value)
    if (words === undefined) return []
    return [words.length === 0 ? [present] : words.map((word) => wordTerm(namespace, name, word))]
  })
  return { present, isWanted: filter.type === 'values', alternatives }
}
