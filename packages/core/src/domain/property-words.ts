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
