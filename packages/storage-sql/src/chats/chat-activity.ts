import type { NewEvent } from '@parley/core/storage'
import { sql } from 'kysely'
import type { Param } from '../sql/statement.js'

/** Activity times that events set on their chat. `null` leaves a value unchanged. */
export type ActivityParams = { last_activity_at: number | null; last_shared_activity_at: number | null }

export function newestAt(events: readonly NewEvent[]): number | null {
  return events.at(-1)?.createdAt ?? null
}

/** Returns the time of the newest event that is for everyone, or `null`. */
export function newestSharedAt(events: readonly NewEvent[]): number | null {
  return events.findLast(({ recipients }) => recipients === 'all')?.createdAt ?? null
}

export function moveActivity(param: Param<ActivityParams>) {
  return {
    last_activity_at: sql<number>`coalesce(${param('last_activity_at')}, last_activity_at)`,
    last_shared_activity_at: sql<number>`coalesce(${param('last_shared_activity_at')}, last_shared_activity_at)`,
  }
}
