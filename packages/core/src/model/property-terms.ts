import type { Properties } from './property.js'

/**
 * Properties of a chat or thread, with the terms that filters find them by. A storage keeps the terms as they are, and
 * only compares them.
 */
export interface PropertiesWithTerms {
  readonly properties: Properties
  /** Each term once, in no particular order. A term is a text of any length that begins with `[`. */
  readonly propertyTerms: readonly string[]
}

/** A filter by one property, as a condition on terms. Of several filters all have to match. */
export interface TermFilter {
  /** The term that everything with a value of the property has. */
  readonly present: string
  /** `true` when all terms of one of the alternatives must exist, `false` when no alternative may match. */
  readonly isWanted: boolean
  /** The alternatives, each with at least one term. An empty list never matches. */
  readonly alternatives: readonly (readonly string[])[]
}
