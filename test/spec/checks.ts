import { startSeconds } from '../support/engine.js'

/** What a documented value is. */
export interface Check {
  readonly name: string
  /** Absent where there is nothing to tell. */
  readonly isOptional?: boolean
  readonly holds: (value: unknown) => boolean
}

export const text: Check = { name: 'a string', holds: (value) => typeof value === 'string' }
export const integer: Check = { name: 'an integer', holds: Number.isInteger }
export const boolean: Check = { name: 'a boolean', holds: (value) => typeof value === 'boolean' }
export const object: Check = { name: 'an object', holds: isMap }

/** Unix seconds: within a day of when every recording begins. */
export const timestamp: Check = {
  name: 'a timestamp',
  holds: (value) => Number.isInteger(value) && Math.abs(Number(value) - startSeconds) < 86_400,
}

/** UUIDv7. */
export const uuid: Check = {
  name: 'a UUID',
  holds: (value) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(String(value)),
}

export function oneOf(...values: readonly unknown[]): Check {
  return { name: values.join(' or '), holds: (value) => values.includes(value) }
}

export function listOf(item: Check): Check {
  return {
    name: `a list, each ${item.name}`,
    holds: (value) => Array.isArray(value) && value.every((one) => item.holds(one)),
  }
}

export function mapOf(item: Check): Check {
  return {
    name: `a map, each ${item.name}`,
    holds: (value) => isMap(value) && Object.values(value).every((one) => item.holds(one)),
  }
}

export function optional(check: Check): Check {
  return { ...check, name: `${check.name}, or absent`, isOptional: true }
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
