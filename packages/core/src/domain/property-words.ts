import type { PropertyValue } from '../model/property.js'
import { hasNoWords, searchTokens, searchTokensWithSingles } from './search-tokens.js'

/**
 * Maximum number of different words of a value; the rest is ignored. A text that long is not meant to be found by
 * words.
 */
const maxValueWords = 500

/** Returns the words by which a value can be found (decisions §8.4). Only texts have words. */
export function valueWords(value: PropertyValue): readonly string[] {
  return typeof value === 'string' ? searchTokensWithSingles(value).slice(0, maxValueWords) : []
}

/**
 * Returns the words that a value must contain to match this filter value. An empty list matches every value. Returns
 * `undefined` when nothing matches, because the filter value contains no words, for example punctuation only.
 */
export function filterWords(value: PropertyValue): readonly string[] | undefined {
  if (typeof value !== 'string') return []
  return hasNoWords(value) ? undefined : searchTokens(value)
}

/** Returns the words of a value as a set. */
export type WordsOf = (value: PropertyValue) => ReadonlySet<string>

/**
 * Returns a function that splits each value only once, although many rules look at the same chat, thread and event. It
 * is created for one fact or one new chat and dropped with it, so it needs no size limit.
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
