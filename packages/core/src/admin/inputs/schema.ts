import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { boundedString } from '../../contract/limits.js'
import { type Scope, scopes as scopeTable } from '../../contract/scopes.js'

type IsSame<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false

/** Compiles only where the properties describe exactly the type of the input. */
type Describing<Input, Properties extends TProperties> = [
  IsSame<Input, Static<TObject<Properties>>>,
  IsSame<keyof Input, keyof Properties>,
] extends [true, true]
  ? unknown
  : { readonly differsFrom: Input }

/**
 * Returns a function that makes the schema of an input type. The schema accepts no other properties, because an unknown
 * name is a typing mistake, or stands for something that would not be done.
 */
export function createSchema<Input>() {
  return <Properties extends TProperties>(properties: Properties & Describing<Input, Properties>) =>
    Type.Object<Properties>(properties, { additionalProperties: false })
}

/** Returns the schema of a value that may be `null`. */
export const nullable = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const licenseId = Type.Integer({ minimum: 1 })
export const id = boundedString('idLength', 1)
export const name = boundedString('nameLength', 1)
/** A `Date` is no JSON value, so the method that takes it checks it. */
export const dateOrNull = Type.Unsafe<Date | null>({})
export const scopes = Type.Immutable(Type.Array(Type.Enum(Object.keys(scopeTable) as Scope[])))
