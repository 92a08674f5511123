import type { Geolocation } from '../model/geolocation.js'
import { isRecord } from './shapes.js'

const names = ['country', 'countryCode', 'region', 'city', 'timezone'] as const
const maxLength = 128

/**
 * Returns the usable part of what the host's geolocation service returned, which can be any value: the known fields
 * whose values are texts that can be stored and shown. Returns `null` when there are none.
 */
export function toGeolocation(result: unknown): Geolocation | null {
  if (!isRecord(result)) return null
  const known = names.flatMap((name) => {
    const value = result[name]
    return isShowable(value) ? [[name, value] as const] : []
  })
  return known.length === 0 ? null : Object.fromEntries(known)
}

/** Returns whether both geolocations have the same fields. */
export function isSameGeolocation(one: Geolocation | null, other: Geolocation | null): boolean {
  return one === other || names.every((name) => one?.[name] === other?.[name])
}

function isShowable(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return false
  return value.isWellFormed() && !value.includes('\0')
}
