import { type TProperties, Type } from 'typebox'

/** Returns the schema of a group of options. Names that it does not contain are rejected. */
export function group<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false, default: {} })
}
