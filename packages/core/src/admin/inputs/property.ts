import { Type } from 'typebox'
import { boundedString } from '../../contract/limits.js'
import type { PropertyKey, PropertyLocations, PropertyType } from '../entities/property.js'
import { type PageInput, pageProperties } from './page.js'
import { createSchema, id, licenseId, nullable } from './schema.js'

/** Definition of a new property. */
export interface CreatePropertyInput extends PropertyKey {
  /** Type of the values. It cannot be changed later. */
  readonly type: PropertyType
  /** Purpose of the property, in words. */
  readonly description?: string
  /** Where the property can be set, and who can read and write it there. */
  readonly locations: PropertyLocations
  /** The allowed values. Default: every value of the type. */
  readonly domain?: readonly (string | number | boolean)[]
  /** Bounds of an `int`, both included. Default: none. */
  readonly range?: { readonly from?: number; readonly to?: number }
}

/** The fields of a definition to change. Fields that are left out stay as they are. */
export interface UpdatePropertyInput {
  /** Purpose of the property, in words; `null` for no description. */
  readonly description?: string | null
  /** Where the property can be set, and who can read and write it there, in place of the present locations. */
  readonly locations?: PropertyLocations
  /** The allowed values; `null` for every value of the type. */
  readonly domain?: readonly (string | number | boolean)[] | null
  /** Bounds of an `int`, both included; `null` for none. */
  readonly range?: { readonly from?: number; readonly to?: number } | null
}

/** License whose property definitions are listed, and the page. */
export interface ListPropertiesInput extends PageInput {
  readonly licenseId: number
}

const closed = { additionalProperties: false } as const
const access = Type.Object({ read: Type.Boolean(), write: Type.Boolean() }, closed)
const users = Type.Object({ agent: Type.Optional(access), customer: Type.Optional(access) }, closed)
const int32 = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
const value = Type.Union([int32, boundedString('propertyValueLength'), Type.Boolean()])

const description = boundedString('nameLength')
const locations = Type.Object(
  { chat: Type.Optional(users), thread: Type.Optional(users), event: Type.Optional(users) },
  closed,
)
const domain = Type.Immutable(Type.Array(value, { minItems: 1, maxItems: 100 }))
const range = Type.Object({ from: Type.Optional(int32), to: Type.Optional(int32) }, closed)

export const createProperty = createSchema<CreatePropertyInput>()({
  licenseId,
  namespace: id,
  name: id,
  type: Type.Union([
    Type.Literal('int'),
    Type.Literal('string'),
    Type.Literal('bool'),
    Type.Literal('tokenized_string'),
  ]),
  description: Type.Optional(description),
  locations,
  domain: Type.Optional(domain),
  range: Type.Optional(range),
})

export const propertyKey = createSchema<PropertyKey>()({ licenseId, namespace: id, name: id })

export const updateProperty = createSchema<UpdatePropertyInput>()({
  description: Type.Optional(nullable(description)),
  locations: Type.Optional(locations),
  domain: Type.Optional(nullable(domain)),
  range: Type.Optional(nullable(range)),
})

export const listProperties = createSchema<ListPropertiesInput>()({ licenseId, ...pageProperties })
