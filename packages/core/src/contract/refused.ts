import { type TObject, Type } from 'typebox'

/**
 * The object, refused when it has that field, which would mean more than is done where it were ignored. It is no field
 * of the type: the compiler calls it unknown. `reason` goes on from "cannot be set".
 */
export function refusing<T extends TObject>(object: T, field: string, reason?: string): T {
  const never = Type.Optional(Type.Never(reason === undefined ? {} : { [refusalKeyword]: reason }))
  return { ...object, properties: { ...object.properties, [field]: never } }
}

/** Keyword that says why a field cannot be set. */
export const refusalKeyword = 'x-parley-refusal'

/** A payload of the Configuration API that a client has wrapped, as the chat APIs have it: it would count as an empty one. */
export function refusingWrapped<T extends TObject>(object: T): T {
  return refusing(object, 'payload', 'the body of the Configuration API is the payload itself')
}
