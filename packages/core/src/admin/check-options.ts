import { type TProperties, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { boundedArray, boundedString, contractLimits } from '../contract/limits.js'
import { mapOf } from '../contract/record.js'
import { scopes as scopeTable } from '../contract/scopes.js'
import { explain } from '../dispatch/explain.js'
import { checkJson } from '../domain/json-bounds.js'
import { invalid } from '../errors.js'
import type { Settings } from '../settings.js'

/** A name that is none of these was mistyped, or means something that would not be done. */
const options = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const visibility = Type.Union([Type.Literal('private'), Type.Literal('public')])
const redirectUris = Type.Array(boundedString('urlLength', 1), { maxItems: 100 })
const scopes = Type.Array(Type.Union(Object.keys(scopeTable).map((scope) => Type.Literal(scope))))

const appName = Type.String({ minLength: 1, maxLength: 256 })

const licenseId = Type.Integer({ minimum: 1 })
const name = boundedString('nameLength', 1)
const id = boundedString('idLength', 1)

/** What the host may pass in process: the same bounds as on the wire (decisions §13). */
export const optionSchemas = {
  license: options({
    name,
    plan: Type.Optional(name),
    isInTrial: Type.Optional(Type.Boolean()),
    /** A `Date`, which no JSON holds: looked at where it is read. */
    expiresAt: Type.Optional(Type.Unknown()),
  }),
  agent: options({
    licenseId,
    login: Type.String({ minLength: 1, maxLength: 256, pattern: '^\\S+$' }),
    name,
    email: Type.Optional(boundedString('nameLength')),
    password: Type.Optional(Type.String()),
    avatar: Type.Optional(boundedString('urlLength')),
    permission: Type.Optional(Type.Union([Type.Literal('normal'), Type.Literal('administrator')])),
    maxChatsCount: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    groups: Type.Optional(boundedArray(Type.Integer({ minimum: 0 }), 'scopeGroupCount')),
  }),
  app: options({
    licenseId,
    name: appName,
    type: Type.Union([Type.Literal('server'), Type.Literal('browser')]),
    visibility,
    redirectUris,
    scopes,
    requirePkce: Type.Optional(Type.Boolean()),
  }),
  appChanges: options({
    name: Type.Optional(appName),
    visibility: Type.Optional(visibility),
    redirectUris: Type.Optional(redirectUris),
    scopes: Type.Optional(scopes),
    requirePkce: Type.Optional(Type.Boolean()),
  }),
  customer: options({
    licenseId,
    name: Type.Optional(boundedString('nameLength')),
    email: Type.Optional(boundedString('nameLength')),
    fields: Type.Optional(
      mapOf(boundedString('customerFieldValueLength'), { maxProperties: contractLimits.customerFieldCount }),
    ),
  }),
  agentToken: options({ licenseId, agentId: id, clientId: id, scopes: Type.Optional(scopes) }),
  customerToken: options({ licenseId, clientId: id, customerId: Type.Optional(id) }),
} as const

/** What a method of `admin` takes besides options. */
const argumentSchemas = {
  licenseId,
  agentId: Type.String(),
  clientId: Type.String(),
  customerId: Type.String(),
  password: Type.String(),
  token: Type.String(),
} as const

/** `validation` for options that the types forbid, since they may come from a caller without types. */
export function checkOptions(schema: TSchema, options: object, bounds: Settings['limits']): void {
  check(schema, options, bounds, 'options')
}

/** The same for what is no option, such as the id that `get` is called with. */
export function checkArgument(
  name: keyof typeof argumentSchemas,
  value: unknown,
  bounds: Settings['limits'],
): void {
  check(argumentSchemas[name], value, bounds, name)
}

function check(schema: TSchema, value: unknown, bounds: Settings['limits'], name: string): void {
  checkJson(value, bounds, name)
  if (!Check(schema, value)) throw invalid(explain(schema, value, name))
}
