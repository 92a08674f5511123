import type { Scope } from '@parley/core/admin'
import { scopes } from '@parley/core/contract'
import { refusal } from './refused.js'

/** Fields that a page of the console has sent. */
export type Fields = Readonly<Record<string, unknown>>

export function text(fields: Fields, key: string): string {
  const value = fields[key]
  if (typeof value !== 'string') throw refusal(`${key} is required`)
  return value
}

export function texts(fields: Fields, key: string): readonly string[] {
  const value = fields[key]
  if (!Array.isArray(value)) throw refusal(`${key} is required`)
  return value.map((item: unknown) => {
    if (typeof item !== 'string') throw refusal(`${key} holds something else than text`)
    return item
  })
}

export function number(fields: Fields, key: string): number {
  const value = fields[key]
  if (typeof value !== 'number') throw refusal(`${key} is required`)
  return value
}

export function numbers(fields: Fields, key: string): readonly number[] {
  const value = fields[key]
  if (!Array.isArray(value)) throw refusal(`${key} is required`)
  return value.map((item: unknown) => {
    if (typeof item !== 'number') throw refusal(`${key} holds something else than numbers`)
    return item
  })
}

export function scopesIn(fields: Fields): readonly Scope[] {
  return texts(fields, 'scopes').map((name) => {
    if (!isScope(name)) throw refusal(`unknown scope ${name}`)
    return name
  })
}

function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name)
}

export function oneOf<const Value extends string>(
  fields: Fields,
  key: string,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === fields[key])
  if (found === undefined) throw refusal(`${key} must be ${values.join(' or ')}`)
  return found
}
