import { type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { invalidBy } from '../domain/explain.js'
import { checkJson } from '../domain/json-bounds.js'
import type { Settings } from '../settings.js'
import { licenseId } from './inputs/schema.js'

/** Schemas of the arguments that are no objects. */
const argumentSchemas = {
  licenseId,
  agentId: Type.String(),
  clientId: Type.String(),
  customerId: Type.String(),
  deliveryId: Type.String(),
  password: Type.String(),
  token: Type.String(),
  webhookId: Type.String(),
} as const

/** Rejects an input that its type forbids with `validation`, because the caller may not use TypeScript. */
export function checkInput(schema: TSchema, input: object, bounds: Settings['limits']): void {
  check(schema, input, bounds, 'input')
}

/** Rejects an argument that its type forbids, such as the id that `get` is called with. */
export function checkArgument(
  name: keyof typeof argumentSchemas,
  value: unknown,
  bounds: Settings['limits'],
): void {
  check(argumentSchemas[name], value, bounds, name)
}

function check(schema: TSchema, value: unknown, bounds: Settings['limits'], name: string): void {
  checkJson(value, bounds, name)
  if (!Check(schema, value)) throw invalidBy(schema, value, name)
}
