import type { PropertyValue } from '../ports/stores/events.js'
import { searchTokens } from './search-tokens.js'

/** Of a value, the first of its words, each counted once; a text that long is no text to be found by words. */
const maxValueWords = 500

/** The words that a value can be found by (decisions §8.4); what is no text has none. */
export function valueWords(value: PropertyValue): readonly string[] {
  return filterWords(value).slice(0, maxValueWords)
}

/** The words that a value must have to be found by this one. */
export function filterWords(value: PropertyValue): readonly string[] {
  return typeof value === 'string' ? [...new Set(searchTokens(value))] : []
}

/** The words of a value, as a set. */
export type WordsOf = (value: PropertyValue) => ReadonlySet<string>

/**
 * Splits each value once, however many filters ask for its words: many rules look at the same chat, thread and event. It is
 * made for one fact or one new chat and dropped with it, so it needs no bound of its own.
 */
export function sharedWords(): WordsOf {
  const known = new Map<PropertyValue, ReadonlySet<string>>()
  return (value) => {
    const present = known.get(value)
    if (present !== undefined) return present
    const words = new Set(valueWords(value))
    known.set(value, words)
    return words
  }
}
