import type { Properties, PropertyValue } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { PropertiesWithTerms, TermFilter } from '../model/property-terms.js'
import { filterWords, valueWords } from './property-words.js'

// Turns properties into terms that a storage can index, so that a filter becomes a lookup of terms. The terms depend
// only on the value and not on the definition of the property, so they stay valid when the definition changes.
//
// Databases contain these terms. Changing them takes a migration that stores the new ones.

const presence = (namespace: string, name: string) => JSON.stringify([namespace, name])
const valueTerm = (namespace: string, name: string, value: PropertyValue) =>
  JSON.stringify([namespace, name, value])
const wordTerm = (namespace: string, name: string, word: string) =>
  JSON.stringify([namespace, name, 'word', word])

/** Returns the properties with the terms that a storage keeps for them. */
export function withTerms(properties: Properties): PropertiesWithTerms {
  const propertyTerms = Object.entries(properties).flatMap(([namespace, named]) =>
    Object.entries(named).flatMap(([name, value]) => [
      presence(namespace, name),
      valueTerm(namespace, name, value),
      ...valueWords(value).map((word) => wordTerm(namespace, name, word)),
    ]),
  )
  return { properties, propertyTerms }
}

/** Returns the condition on terms that the filter stands for. */
export function toTermFilter(filter: PropertyFilter): TermFilter {
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
