import type { NewEvent } from '@parley/core/ports'
import { sql } from 'kysely'
import type { Param } from './statement.js'

/** What events make of the activity of their chat; `null` leaves it as it is. */
export type ActivityParams = { last_activity_at: number | null; last_shared_activity_at: number | null }

export function newestAt(events: readonly NewEvent[]): number | null {
  return events.at(-1)?.createdAt ?? null
}

/** Of those that are for all. */
export function newestSharedAt(events: readonly NewEvent[]): number | null {
  return events.findLast(({ recipients }) => recipients === 'all')?.createdAt ?? null
}

export function moveActivity(param: Param<ActivityParams>) {
  return {
    last_activity_at: sql<number>`coalesce(${param('last_activity_at')}, last_activity_at)`,
    last_shared_activity_at: sql<number>`coalesce(${param('last_shared_activity_at')}, last_shared_activity_at)`,
  }
}
