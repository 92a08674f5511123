import { invalidField } from '../errors.js'

const dayMs = 86_400_000

/** The requested days in UTC, both included (decisions §6.12). */
export interface RequestedDays {
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
}

/** Returns the start of the first day and the end of the last one, as instants. A missing day sets no limit. */
export function archiveDays({ date_from, date_to }: RequestedDays): {
  readonly createdFrom: number
  readonly createdBefore: number
} {
  const createdFrom = date_from === undefined ? 0 : beginningOf(date_from, 'date_from')
  const createdBefore =
    date_to === undefined ? Number.MAX_SAFE_INTEGER : beginningOf(date_to, 'date_to') + dayMs
  if (date_from !== undefined && createdFrom >= createdBefore)
    throw invalidField({ path: 'payload.filters.date_from', rule: 'wrong_order' }, 'is after date_to')
  return { createdFrom, createdBefore }
}

function beginningOf(day: string, name: string): number {
  const at = Date.parse(`${day}T00:00:00.000Z`)
  // Some engines turn a day that does not exist, such as February 30, into the next one.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    throw invalidField({ path: `payload.filters.${name}`, rule: 'wrong_format' }, 'is not a valid date')
  }
  return at
}
