import type { Properties, PropertyValue } from '../model/property.js'
import { hadOtherWords } from './search-folding.js'
import { asksForNothing, searchTokens, searchTokensWithSingles } from './search-tokens.js'

/** Of a value, the first of its words, each counted once; a text that long is no text to be found by words. */
const maxValueWords = 500

/** The words that a value can be found by (decisions §8.4); what is no text has none. */
export function valueWords(value: PropertyValue): readonly string[] {
  return typeof value === 'string' ? searchTokensWithSingles(value).slice(0, maxValueWords) : []
}

/**
 * The words that a value must have to be found by this one. None: any value is found. `undefined`: none is, because this one
 * says something that is no word, such as punctuation alone.
 */
export function filterWords(value: PropertyValue): readonly string[] | undefined {
  if (typeof value !== 'string') return []
  return asksForNothing(value) ? undefined : searchTokens(value)
}

/** Whether a release before symbols were words, and letters without a decomposition folded, may have stored other words. */
export function hasOtherWords(properties: Properties): boolean {
  const values = Object.values(properties).flatMap((named) => Object.values(named))
  return values.some((value) => typeof value === 'string' && hadOtherWords(value))
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
