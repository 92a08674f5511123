import type { Area } from './areas.js'

/** The kinds of mutation. */
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

/** Operators that replace a whole statement. The others replace an expression. */
export const statementOperators: ReadonlySet<Operator> = new Set<Operator>(['assignment', 'guard', 'call'])

/** One possible change of a source file. */
export interface Mutation {
  readonly operator: Operator
  /** Offset of the first character that is replaced. */
  readonly start: number
  /** Offset after the last character that is replaced. */
  readonly end: number
  readonly before: string
  /** Replacement text. Empty when a statement is removed. */
  readonly after: string
}

/** A mutation that was chosen for the list. */
export interface Mutant {
  /** Hexadecimal id. It depends on the seed and the text of the line, so it stays the same when the line moves. */
  readonly id: string
  readonly area: Area
  readonly file: string
  /**
   * Line number, counted from 1. `line` and `column` are only for readers; `context`, `nth` and `offset` locate the
   * mutation.
   */
  readonly line: number
  readonly column: number
  readonly operator: Operator
  /** Text of the line in which the mutation begins, without the white space around it. */
  readonly context: string
  /** Number of equal lines earlier in the file. */
  readonly nth: number
  /** Offset of the mutation in `context`. */
  readonly offset: number
  readonly before: string
  readonly after: string
}
