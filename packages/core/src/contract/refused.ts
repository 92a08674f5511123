import { type TObject, Type } from 'typebox'

/**
 * The object, refused when it has that field, which would mean more than is done where it were ignored. It is no field
 * of the type: the compiler calls it unknown.
 */
export function refusing<T extends TObject>(object: T, field: string): T {
  return { ...object, properties: { ...object.properties, [field]: Type.Optional(Type.Never()) } }
}
