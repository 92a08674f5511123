import type { Area } from './areas.js'

/** The kinds of change. */
export const operators = [
  'comparison',
  'logic',
  'negation',
  'arithmetic',
  'assignment',
  'number',
  'boolean',
  'default',
  'guard',
  'call',
] as const
export type Operator = (typeof operators)[number]

/** These replace a whole statement. The others replace an expression. */
export const statementOperators: ReadonlySet<Operator> = new Set<Operator>(['assignment', 'guard', 'call'])

/** A change of one place of a file. */
export interface Mutation {
  readonly operator: Operator
  /** Offset of the first character that is replaced. */
  readonly start: number
  /** Offset after the last character that is replaced. */
  readonly end: number
  readonly before: string
  /** Empty where a statement is left out. */
  readonly after: string
}

/** A change of one place, as it stands in the list. */
export interface Mutant {
  /** Hexadecimal. It stays the same while the line and the seed do, wherever the line moves. */
  readonly id: string
  readonly area: Area
  readonly file: string
  /** Counts from 1. `line` and `column` are for readers: the place is found by `context`, `nth` and `offset`. */
  readonly line: number
  readonly column: number
  readonly operator: Operator
  /** The line in which the place begins, without the white space around it. */
  readonly context: string
  /** How many equal lines of the file come before this one. */
  readonly nth: number
  /** Offset of the place in `context`. */
  readonly offset: number
  readonly before: string
  readonly after: string
}
