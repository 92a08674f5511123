import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'

const former = 'zoe\u0301"@example.com'
const composed = 'zo\u00e9"@example.com'

const agent = (id: string) =>
  `insert into agents (id, license_id, name, permission, groups, max_chats_count, password_hash, routing_status, online_until,
      created_at)
    values ('${id}', 1, 'Zoe', 'normal', '[{"id":0,"priority":"normal"}]', 6, 'hash', 'accepting_chats', 0, 1000)`

const members = JSON.stringify([{ id: former, kind: 'agent' }])
const scopes = JSON.stringify({ groups: [], agents: [former] })

/** An agent whose login is in decomposed Unicode in every place that names it, as schema version 26 stores it. */
export const decomposedLoginOfVersion26: readonly string[] = [
  `insert into licenses (name, plan, is_in_trial, created_at, expires_at) values ('Acme', 'team', false, 1000, null)`,
  agent(former),
  agent('bob@example.com'),
  `insert into devices (token, agent_id, platform, is_enabled) values ('t', '${former}', 'web', true)`,
  `insert into tokens (hash, kind, license_id, client_id, entity_id, scopes, created_at)
    values ('h', 'agent', 1, 'c', '${former}', '[]', 1000)`,
  `insert into chats (id, license_id, revision, members, scopes, is_scoped, properties, created_at, last_activity_at,
      thread_id, thread_order, thread_is_active, event_order, timeouts_from, last_events)
    values ('chat', 1, 1, '${members}', '${scopes}', true, '{}', 1000, 1000, 'thread', 1, true, 1, 1000, '{}')`,
  `insert into threads (chat_id, license_id, thread_order, id, created_at, properties)
    values ('chat', 1, 1, 'thread', 1000, '{}')`,
  `insert into thread_users (chat_id, thread_order, user_id, position) values ('chat', 1, '${former}', 1)`,
  `insert into chat_scopes (chat_id, subject) values ('chat', 'agent:${former}')`,
  `insert into chat_users (chat_id, user_id, kind, is_present, position, joined_at)
    values ('chat', '${former}', 'agent', true, 1, 1000)`,
  `insert into events (chat_id, thread_order, event_order, id, author_id, type, recipients, created_at, custom_id, properties,
      content)
    values ('chat', 1, 1, 'event', '${former}', 'message', 'all', 1000, null, '{}', '{"type":"message","text":"Hi"}')`,
]

/** Another agent already has the id that the migration would give to the first one. */
export const conflictOfVersion26: readonly string[] = [...decomposedLoginOfVersion26, agent(composed)]

/** Checks that the agent has the composed login as its id everywhere. */
export async function checkMigratedLogins(storage: Storage): Promise<void> {
  const { agents, chats, archives } = storage.read
  assert.deepEqual(await agents.get(former), undefined)
  assert.equal((await agents.get(composed))?.name, 'Zoe')
  assert.equal(await agents.getPasswordHash(composed), 'hash')
  assert.equal((await agents.listDevices(composed)).length, 1)
  const head = await chats.getHead('chat')
  assert.deepEqual([head?.members[0]?.id, head?.scopes.agents], [composed, [composed]])
  const { threads } = await archives.listThreads({
    ...{
      licenseId: 1,
      agentId: composed,
      groups: [],
      reach: 'visible',
      terms: [],
      createdFrom: 0,
      groupIds: null,
    },
    ...{ createdBefore: 9_000, agentIds: [composed], properties: [], after: null, offset: 0, limit: 10 },
  })
  assert.deepEqual(
    threads.map(({ id }) => id),
    ['thread'],
  )
  const [thread] = await chats.listThreads('chat', ['thread'])
  assert.equal(thread?.events[0]?.authorId, composed)
}
