import { type TInteger, Type } from 'typebox'

/** The default and the bounds of an integer option, both bounds included. The unit is part of the option's name. */
interface Range {
  readonly default: number
  readonly minimum: number
  readonly maximum: number
}

/** The schema of an integer option. */
export type IntegerOption = TInteger & Range

/** Returns the schema of an integer option. */
export function integer(range: Range): IntegerOption {
  return Object.assign(Type.Integer(), range)
}
