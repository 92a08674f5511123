import type { Properties, PropertyValue } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import { filterWords, valueWords } from './property-words.js'

// What a storage can index properties by, so that a filter becomes a question of which terms there are. A term is any text,
// of any length; whatever the definition of a property is, or becomes, its terms follow from the value alone.

const presence = (namespace: string, name: string) => JSON.stringify([namespace, name])
const valueTerm = (namespace: string, name: string, value: PropertyValue) =>
  JSON.stringify([namespace, name, value])
const wordTerm = (namespace: string, name: string, word: string) =>
  JSON.stringify([namespace, name, 'word', word])

/** Each once, in no particular order. */
export function propertyTerms(properties: Properties): readonly string[] {
  return Object.entries(properties).flatMap(([namespace, named]) =>
    Object.entries(named).flatMap(([name, value]) => [
      presence(namespace, name),
      valueTerm(namespace, name, value),
      ...valueWords(value).map((word) => wordTerm(namespace, name, word)),
    ]),
  )
}

/** What one filter asks of the terms of the properties. */
export interface FilterTerms {
  /** There where the property has any value. */
  readonly present: string
  /** Whether it is to be so or not: that all terms of one of the alternatives are there. */
  readonly isWanted: boolean
  /** None: it is never so. */
  readonly alternatives: readonly (readonly string[])[]
}

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
