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
/** SQLite’s words for it, and PostgreSQL’s. */
const fullScan = new RegExp(`\\b(SCAN|Seq Scan on) (${tables.join('|')})\\b`)

/** All that a round of the router reads before it decides. */
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

/** The steps of the plans that go through all of a table which grows with the license. */
export function fullScansOf(plan: readonly string[]): readonly string[] {
  return plan.filter((step) => fullScan.test(step))
}
