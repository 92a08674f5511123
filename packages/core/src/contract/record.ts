import { type TSchema, type TSchemaOptions, Type } from 'typebox'

/**
 * A map from any key to one kind of value. The pattern is set because the default `^.*$` of the library does not match
 * a key with a line break, and would leave its value unchecked.
 */
export function mapOf<T extends TSchema>(value: T, options: TSchemaOptions = {}) {
  return Type.Record(Type.String({ pattern: '^[^]*$' }), value, options)
}
