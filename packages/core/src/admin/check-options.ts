import { type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { boundedArray, boundedString, contractLimits } from '../contract/limits.js'
import { mapOf } from '../contract/record.js'
import { explain } from '../dispatch/explain.js'
import { checkJson } from '../domain/json-bounds.js'
import { invalid } from '../errors.js'
import type { Settings } from '../settings.js'

const visibility = Type.Union([Type.Literal('private'), Type.Literal('public')])
const redirectUris = Type.Array(boundedString('urlLength', 1), { maxItems: 100 })
const scopes = Type.Array(Type.String())

const appName = Type.String({ minLength: 1, maxLength: 256 })

const licenseId = Type.Integer({ minimum: 1 })
const name = boundedString('nameLength', 1)

/** What the host may pass in process: the same bounds as on the wire (decisions §13). */
export const optionSchemas = {
  license: Type.Object({
    name,
    plan: Type.Optional(name),
    isInTrial: Type.Optional(Type.Boolean()),
  }),
  agent: Type.Object({
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
  app: Type.Object({
    licenseId,
    name: appName,
    type: Type.Union([Type.Literal('server'), Type.Literal('browser')]),
    visibility,
    redirectUris,
    scopes,
    requirePkce: Type.Optional(Type.Boolean()),
  }),
  appChanges: Type.Object({
    name: Type.Optional(appName),
    visibility: Type.Optional(visibility),
    redirectUris: Type.Optional(redirectUris),
    scopes: Type.Optional(scopes),
    requirePkce: Type.Optional(Type.Boolean()),
  }),
  customer: Type.Object({
    licenseId,
    name: Type.Optional(boundedString('nameLength')),
    email: Type.Optional(boundedString('nameLength')),
    fields: Type.Optional(
      mapOf(boundedString('customerFieldValueLength'), { maxProperties: contractLimits.customerFieldCount }),
    ),
  }),
} as const

/** `validation` for options that the types forbid, since they may come from a caller without types. */
export function checkOptions(schema: TSchema, options: object, bounds: Settings['limits']): void {
  checkJson(options, bounds, 'options')
  if (!Check(schema, options)) throw invalid(explain(schema, options, 'options'))
}
