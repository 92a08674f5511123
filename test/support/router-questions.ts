import type { StorageReads } from '@parley/core/storage'

const tables = [
  'agents',
  'chats',
  'chat_users',
  'customers',
  'served_chats',
  'thread_users',
  'waiting_threads',
]
/** Matches a full scan in the query plans of SQLite and PostgreSQL. */
const fullScan = new RegExp(`\\b(SCAN|Seq Scan on) (${tables.join('|')})\\b`)

/** Runs all queries of one round of the router. */
export async function askAsRouter(
  { routing }: Pick<StorageReads, 'routing'>,
  licenseId: number,
): Promise<void> {
  const page = { after: null, limit: 1, now: 0, bounds: { membersPerChat: 100, usersPerThread: 500 } }
  const groups = [{ id: 0, priority: 'normal' }] as const
  await routing.listAssignableLicenses({ after: null, limit: 200 })
  await routing.listAvailable(licenseId, 5_000)
  await routing.listAssignableThreads(licenseId, [{ id: 'agent-1', permission: 'normal', groups }], page)
  await routing.listAssignableThreads(
    licenseId,
    [{ id: 'agent-1', permission: 'administrator', groups }],
    page,
  )
}

/** Returns the steps of the query plan that scan a whole table which grows with the license. */
export function fullScansOf(plan: readonly string[]): readonly string[] {
  return plan.filter((step) => fullScan.test(step))
}
