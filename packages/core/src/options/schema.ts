import { type TInteger, type TProperties, Type } from 'typebox'

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

/** Options that belong together. A name that is none of theirs was mistyped, or means something that would not be done. */
export function group<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false, default: {} })
}
