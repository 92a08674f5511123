import assert from 'node:assert/strict'
import type { Storage, ThreadWithEvents } from '@parley/core/storage'
import { eventBytes } from '../../packages/core/src/domain/event-bytes.js'

const button = { text: 'Yes', postback_id: 'yes', user_ids: [] }
const rich = {
  type: 'rich_message',
  template_id: 'cards',
  elements: Array.from({ length: 10 }, () => ({ buttons: Array.from({ length: 10 }, () => button) })),
}
const contents = [
  { type: 'message', text: '漢字 "quoted" \n' },
  rich,
  { type: 'message', text: 'x'.repeat(30_000) },
]
const properties = { test: { int_property: -2_147_483_648, string_property: 'ä: "b"' } }

function eventRow(content: object, threadOrder: number, order: number): string {
  const type = 'type' in content ? String(content.type) : ''
  return `insert into events (chat_id, thread_order, event_order, id, author_id, type, recipients, created_at,
      custom_id, properties, content)
    values ('chat', ${threadOrder}, ${order}, '0190a1b2-0000-7000-8000-00000000000${order}', 'ä@example.com', '${type}',
      'agents', 1767225600000, 'my "own"', '${JSON.stringify(properties)}', '${JSON.stringify(content)}')`
}

/** A chat with two threads, as schema version 2 stores it. The first is closed and holds more than the second. */
export const chatOfVersion2: readonly string[] = [
  `insert into chats (id, license_id, revision, members, scopes, is_scoped, properties, created_at, last_activity_at,
      thread_id, thread_order, thread_is_active, event_order, timeouts_from, last_events)
    values ('chat', 1, 1, '[]', '{"groups":[],"agents":[]}', false, '{}', 1000, 1000, 'second', 2, true, 1, 1000, '{}')`,
  `insert into threads (chat_id, thread_order, id, created_at, properties)
    values ('chat', 1, 'first', 1000, '{"a":{"b":1}}'), ('chat', 2, 'second', 1000, '${JSON.stringify(properties)}')`,
  ...contents.map((content, index) => eventRow(content, 1, index + 1)),
  eventRow({ type: 'message', text: 'Hello' }, 2, 1),
]

/**
 * Checks that the stored size of each thread is correct or slightly too large, both for reads and for the next event,
 * and that the head of the chat has the properties of the last thread.
 */
export async function checkMigratedChat(storage: Storage): Promise<void> {
  const { chats } = storage.read
  assert.deepEqual((await chats.getHead('chat'))?.thread.properties, properties)
  const threads = await chats.listThreads('chat', ['first', 'second'])
  const sizes = await chats.measureThreads('chat', ['first', 'second'])
  assert.equal(threads.length, 2)
  for (const thread of threads) {
    const least = bytesOf(thread)
    const size = sizes.find(({ id }) => id === thread.id)?.bytes ?? 0
    assert.ok(size >= least && size <= 1.2 * least + 1_000, `${size} instead of at least ${least}`)
  }
  const heldBytes = bytesOf(threads[1])
  const append = (eventBytes: number) =>
    storage.appendEvents([{ ...command, bounds: { eventCount: 10, eventBytes } }])
  assert.deepEqual(await append(heldBytes + command.bytes - 1), [{ status: 'full' }])
  const taken = { sequence: 2, previousAt: 1_000 }
  assert.deepEqual(await append(2 * heldBytes + 1_000), [{ status: 'stored', orders: [2], taken }])
}

const event = {
  id: 'next',
  authorId: null,
  recipients: 'all',
  createdAt: 2_000,
  customId: null,
  properties: {},
  content: { type: 'system_message', text: 'x', system_message_type: 'x' },
} as const
const command = {
  ...{ chatId: 'chat', revision: 1, at: 2_000, events: [event], bytes: 200 },
  ...{ timeoutsFrom: null, deliveries: [] },
}

function bytesOf(thread: ThreadWithEvents | undefined): number {
  return (thread?.events ?? []).reduce((sum, event) => sum + eventBytes(event), 0)
}
