/** A word to search for. */
export interface SearchTerm {
  readonly token: string
  /** Whether words that begin with `token` match too. */
  readonly isPrefix: boolean
}
