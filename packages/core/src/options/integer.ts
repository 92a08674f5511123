import { type TInteger, Type } from 'typebox'

/** Both bounds are allowed values. The unit is in the name of the option. */
interface Range {
  readonly default: number
  readonly minimum: number
  readonly maximum: number
}

export type IntegerOption = TInteger & Range

export function integer(range: Range): IntegerOption {
  return Object.assign(Type.Integer(), range)
}
