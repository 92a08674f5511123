import { type TProperties, Type } from 'typebox'

/** Options that belong together. A name that is none of theirs was mistyped, or means something that would not be done. */
export function group<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false, default: {} })
}
