import { type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { explain } from '../domain/explain.js'
import { checkJson } from '../domain/json-bounds.js'
import { invalid } from '../errors.js'
import type { Settings } from '../settings.js'
import { licenseId } from './options.js'

/** What a method of `admin` takes besides options. */
const argumentSchemas = {
  licenseId,
  agentId: Type.String(),
  clientId: Type.String(),
  customerId: Type.String(),
  externalId: Type.String(),
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
