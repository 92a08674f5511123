import assert from 'node:assert/strict'
import type { CandidateAgent, Storage } from '@parley/core/storage'

const agent = { id: 'ada', kind: 'agent' }

interface OlderChat {
  readonly isActive: boolean
  readonly members: readonly { readonly id: string; readonly kind: string }[]
  readonly groups: readonly number[]
  readonly at: number
}

const chats: Readonly<Record<string, OlderChat>> = {
  served: { isActive: true, members: [agent], groups: [], at: 1_000 },
  alone: { isActive: true, members: [], groups: [], at: 2_000 },
  scoped: { isActive: true, members: [{ id: 'bo', kind: 'customer' }], groups: [7], at: 1_500 },
  closed: { isActive: false, members: [agent], groups: [], at: 500 },
}

/** Chats with and without agents, as schema version 2 stores them. */
export const chatsWithAgentsOfVersion2: readonly string[] = [
  `insert into licenses (name, plan, is_in_trial, created_at) values ('Acme', 'team', false, 1000)`,
  `insert into agents (id, license_id, name, permission, group_ids, max_chats_count, routing_status, online_until, created_at)
    values ('ada', 1, 'Ada', 'normal', '[0]', 6, 'accepting_chats', 9007199254740991, 1000)`,
  ...Object.entries(chats).flatMap(([id, chat]) => rowsOf(id, chat)),
]

function rowsOf(id: string, { isActive, members, groups, at }: OlderChat): readonly string[] {
  return [
    `insert into chats (id, license_id, revision, members, scopes, is_scoped, properties, created_at, last_activity_at,
        thread_id, thread_order, thread_is_active, event_order, timeouts_from, last_events)
      values ('${id}', 1, 1, '${JSON.stringify(members)}', '${JSON.stringify({ groups, agents: [] })}',
        ${groups.length > 0}, '{}', 100, 100, '${id}-thread', 1, ${isActive}, 0, ${at + 7}, '{}')`,
    `insert into threads (chat_id, thread_order, id, created_at, properties) values ('${id}', 1, '${id}-thread', ${at}, '{}')`,
    ...groups.map((group) => `insert into chat_scopes (chat_id, subject) values ('${id}', 'group:${group}')`),
    ...members.map(
      (member, position) => `insert into chat_users (chat_id, user_id, kind, is_present, position, joined_at)
        values ('${id}', '${member.id}', '${member.kind}', true, ${position}, 100)`,
    ),
  ]
}

/**
 * Checks that active threads without an agent wait in the queue at the position of their date, and that those with an
 * agent have a timer.
 */
export async function checkMigratedRouting(storage: Storage): Promise<void> {
  const { routing, chats: reads } = storage.read
  const line = await routing.listWaiting(1, { after: null, limit: 10 })
  const places = line.map(({ chatId, waitingSince }) => [chatId, waitingSince])
  assert.deepEqual(places, [
    ['scoped', 1_500],
    ['alone', 2_000],
  ])
  assert.equal((await reads.getHead('scoped'))?.thread.waitingSince, 1_500)
  const candidate = { id: 'bob', permission: 'normal', groups: [{ id: 7, priority: 'normal' }] } as const
  const withoutGroup = { ...candidate, groups: [] }
  const bounds = { membersPerChat: 50, usersPerThread: 500 }
  const page = { after: null, limit: 10, now: 0, bounds }
  const assignable = async (of: CandidateAgent) =>
    (await routing.listAssignableThreads(1, [of], page)).map(({ chatId }) => chatId)
  assert.deepEqual(await assignable(candidate), ['scoped', 'alone'])
  assert.deepEqual(await assignable(withoutGroup), ['alone'])
  const timer = { chatId: 'served', timerAt: 1_007, timeoutsFrom: 1_007, isIdleAnnounced: false }
  assert.deepEqual(await routing.listTimed(9_999, { after: null, limit: 10 }), [timer])
  assert.deepEqual(await routing.listActiveChats('ada', 10), ['served'])
  const [available] = await routing.listAvailable(1, 10)
  assert.equal(available?.activeChatsCount, 1)
  const leaving = { formerCount: null, waits: true }
  const left = await storage.transaction((tx) => tx.chats.removeMembers('served', ['ada'], leaving))
  assert.equal(left.thread.waitingSince, 1_000)
}
