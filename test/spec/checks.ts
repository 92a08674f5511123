import { startSeconds } from '../support/engine.js'

/** A check of a format that schemas only name. */
export interface Check {
  readonly name: string
  readonly holds: (value: unknown) => boolean
}

/** Unix time in seconds, within a day of the start of every recording. */
export const timestamp: Check = {
  name: 'a timestamp',
  holds: (value) => Number.isInteger(value) && Math.abs(Number(value) - startSeconds) < 86_400,
}

export const uuid: Check = {
  name: 'a UUIDv7',
  holds: (value) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(String(value)),
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
