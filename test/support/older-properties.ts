import assert from 'node:assert/strict'
import type { PropertyFilter, Storage } from '@parley/core/storage'
import { toTermFilter } from '../../packages/core/src/domain/property-terms.js'

/** Number of chats: more than a migration reads in one step. */
const count = 230

function chatRow(index: number): string {
  const test = { int_property: index % 2, tokenized_string_property: `Order it's ${index}` }
  const properties = index % 10 === 9 ? '{}' : JSON.stringify({ test }).replaceAll("'", "''")
  return `insert into chats (id, license_id, revision, members, scopes, is_scoped, properties, created_at,
      last_activity_at, thread_id, thread_order, thread_is_active, event_order, timeouts_from, last_events)
    values ('chat-${1_000 + index}', 1, 1, '[]', '{"groups":[],"agents":[]}', false, '${properties}', 1000,
      ${1_000 + index}, 'thread-${index}', 1, true, 0, 1000, '{}')`
}

/** Chats with and without properties, as schema version 2 stores them. */
export const chatsWithPropertiesOfVersion2: readonly string[] = Array.from({ length: count }, (_, index) => [
  chatRow(index),
  `insert into threads (chat_id, thread_order, id, created_at, properties)
    values ('chat-${1_000 + index}', 1, 'thread-${index}', 1000, '{}')`,
]).flat()

/** Checks that the chats are found by their properties. */
export async function checkMigratedProperties(storage: Storage): Promise<void> {
  const find = async (filters: readonly PropertyFilter[]) => {
    const query = { licenseId: 1, agentId: 'agent', reach: 'every', groups: [], includeActive: true } as const
    const piece = { after: null, limit: 1_000, maxBytes: 10_000_000, routing: 'any', order: 'asc' } as const
    const { chats } = await storage.read.chats.listForAgent({
      ...query,
      ...piece,
      filters: filters.map(toTermFilter),
    })
    return chats.map(({ head }) => head.id)
  }
  const words = { namespace: 'test', name: 'tokenized_string_property', matchedBy: 'words' } as const
  assert.deepEqual(await find([{ ...words, type: 'values', values: ["ORDER it's 217"] }]), ['chat-1217'])
  const int = { namespace: 'test', name: 'int_property' } as const
  const odd = await find([{ ...int, type: 'values', values: [1], matchedBy: 'value' }])
  assert.equal(odd.length, count / 2 - count / 10)
  const without = await find([{ ...int, type: 'exists', exists: false }])
  assert.equal(without.length, count / 10)
}
