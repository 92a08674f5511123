import { type TObject, Type } from 'typebox'

/**
 * Returns the object with a field that is refused, because ignoring the field would surprise the caller. The field is
 * not part of the type. `reason` completes the sentence "cannot be set".
 */
export function refusing<T extends TObject>(object: T, field: string, reason?: string): T {
  const never = Type.Optional(Type.Never(reason === undefined ? {} : { [refusalKeyword]: reason }))
  return { ...object, properties: { ...object.properties, [field]: never } }
}

/** Keyword with the reason why a field cannot be set. */
export const refusalKeyword = 'x-parley-refusal'

/**
 * Refuses a payload of the Configuration API that a client has wrapped as in the chat APIs, because it would count as
 * an empty one.
 */
export function refusingWrapped<T extends TObject>(object: T): T {
  return refusing(object, 'payload', 'the body of the Configuration API is the payload itself')
}
