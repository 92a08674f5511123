import type { Geolocation } from '../model/geolocation.js'
import { isRecord } from './shapes.js'

const names = ['country', 'countryCode', 'region', 'city', 'timezone'] as const
const maxLength = 128

/**
 * What the host has answered, in which anything can be: of the fields those that are texts that can be stored and shown.
 * `null`: nothing is known.
 */
export function toGeolocation(answer: unknown): Geolocation | null {
  if (!isRecord(answer)) return null
  const known = names.flatMap((name) => {
    const value = answer[name]
    return isShowable(value) ? [[name, value] as const] : []
  })
  return known.length === 0 ? null : Object.fromEntries(known)
}

export function isSameGeolocation(one: Geolocation | null, other: Geolocation | null): boolean {
  return one === other || names.every((name) => one?.[name] === other?.[name])
}

function isShowable(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return false
  return value.isWellFormed() && !value.includes('\0')
}
