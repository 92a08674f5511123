/** A word to look for; `isPrefix`: whatever begins with it counts too. */
export interface SearchTerm {
  readonly token: string
  readonly isPrefix: boolean
}
