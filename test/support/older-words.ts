import assert from 'node:assert/strict'
import type { ArchiveFilter, SearchTerm, Storage, TermFilter } from '@parley/core/storage'
import { toTermFilter } from '../../packages/core/src/domain/property-terms.js'

const texts = ['Die Straße ist gesperrt', 'plain words', 'Danke 👍']
const properties = JSON.stringify({ test: { words: 'Straße 7' } })

const chat = (id: string) =>
  `insert into chats (id, license_id, revision, members, scopes, is_scoped, properties, created_at, last_activity_at,
      thread_id, thread_order, thread_is_active, event_order, timeouts_from, last_events)
    values ('${id}', 1, 1, '[]', '{"groups":[],"agents":[]}', false, '${properties}', 1000, 1000, '${id}-thread', 1, true,
      ${texts.length}, 1000, '{}')`
const thread = (id: string) =>
  `insert into threads (chat_id, thread_order, id, created_at, properties) values ('${id}', 1, '${id}-thread', 1000,
    '${JSON.stringify({ test: { mood: id === 'b' ? 'Großer Ärger' : 'calm' } })}')`
const event = (id: string, text: string, index: number) =>
  `insert into events (chat_id, thread_order, event_order, id, author_id, type, recipients, created_at, custom_id, properties,
      content)
    values ('${id}', 1, ${index + 1}, '${id}-${index}', 'a', 'message', 'all', 1000, null, '{}',
      '${JSON.stringify({ type: 'message', text })}')`

/** Two chats, as schema version 2 stores them. */
export const chatsWithTextsOfVersion2: readonly string[] = ['a', 'b'].flatMap((id) => [
  chat(id),
  thread(id),
  ...texts.map((text, index) => event(id, text, index)),
])

/** Marks one chat as fully indexed and the other as not indexed, as schema version 24 stores it. */
export const indexedOfVersion24: readonly string[] = [
  `update search_places set event_order = ${texts.length}, is_behind = false where chat_id = 'a'`,
  "delete from chat_property_terms where term like '%word%'",
]

/**
 * Checks that an indexed chat is indexed again in pieces and that its progress is stored, that a chat that was not
 * indexed is indexed once, and that properties have the new words.
 */
export async function checkMigratedWords(storage: Storage): Promise<void> {
  const { archives, chats } = storage.read
  assert.deepEqual([await archives.countOutdated(), await archives.listOutdated(10)], [1, ['a']])
  const indexPiece = async (eventCount: number) => {
    const { events, unfinished } = await storage.transaction((tx) =>
      tx.archives.claimOutdated(['b', 'a'], { eventCount, bytes: 10_000 }),
    )
    return [events.map(({ content }) => (content.type === 'message' ? content.text : '')), unfinished]
  }
  assert.deepEqual(await indexPiece(1), [texts.slice(0, 1), ['b', 'a']])
  const stopped = storage.transaction(async (tx) => {
    await tx.archives.claimOutdated(['a'], { eventCount: 10, bytes: 10_000 })
    throw new Error('the node ends')
  })
  await assert.rejects(stopped, /the node ends/)
  assert.deepEqual(await indexPiece(10), [texts.slice(1), ['b']])
  assert.deepEqual([await archives.countOutdated(), await archives.listOutdated(10)], [0, []])
  assert.deepEqual(await indexPiece(10), [[], ['b', 'a']])
  assert.deepEqual(await archives.listUnindexed(10_000, 10), ['b'])
  const found = async (terms: readonly SearchTerm[]) => {
    const { threads } = await archives.listThreads({ ...anything, terms, after: null, offset: 0, limit: 10 })
    return threads.map(({ chatId }) => chatId)
  }
  const thread = { id: 'a-thread', createdAt: 1_000 }
  await storage.transaction((tx) => tx.archives.index([{ licenseId: 1, thread, tokens: ['strasse', '👍'] }]))
  assert.deepEqual(await found([{ token: 'strasse', isPrefix: false }]), ['a'])
  assert.deepEqual(await found([{ token: '👍', isPrefix: true }]), ['a'])
  const words = (name: string, value: string): TermFilter =>
    toTermFilter({ namespace: 'test', name, type: 'values', values: [value], matchedBy: 'words' })
  const { threads } = await archives.listThreads({
    ...{ ...anything, properties: [words('mood', 'arger GROSSER'), words('words', '7')] },
    ...{ after: null, offset: 0, limit: 10 },
  })
  assert.deepEqual(
    threads.map(({ chatId }) => chatId),
    ['b'],
  )
  const { chats: listed } = await chats.listForAgent({
    ...{ licenseId: 1, agentId: 'agent', reach: 'every', groups: [], includeActive: true, after: null },
    ...{
      limit: 10,
      maxBytes: 10_000_000,
      routing: 'any',
      order: 'asc',
      filters: [words('words', 'STRASSE')],
    },
  })
  assert.equal(listed.length, 2)
}

const anything: ArchiveFilter = {
  ...{ licenseId: 1, agentId: 'agent', groups: [], reach: 'every', terms: [], createdFrom: 0 },
  ...{ createdBefore: Number.MAX_SAFE_INTEGER, agentIds: null, groupIds: null, properties: [] },
}
