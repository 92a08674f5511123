import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'

type Sent = readonly [recipients: 'all' | 'agents', createdAt: number]

/** Recipients and time of each event, by chat and thread, and the last activity that customers see. */
const chats: Readonly<
  Record<string, { readonly threads: readonly (readonly Sent[])[]; readonly lastShared: number }>
> = {
  talk: { threads: [[['all', 2_000]], [['all', 3_000]]], lastShared: 3_000 },
  noted: {
    threads: [
      [
        ['all', 2_100],
        ['agents', 2_200],
      ],
      [['agents', 9_000]],
    ],
    lastShared: 2_100,
  },
  notes: { threads: [[['agents', 8_000]]], lastShared: 1_000 },
  empty: { threads: [[]], lastShared: 1_000 },
}

/** Chats with and without notes, as schema version 2 stores them. */
export const chatsWithNotesOfVersion2: readonly string[] = Object.entries(chats).flatMap(
  ([id, { threads }]) => [
    chatRow(id, threads),
    ...threads.flatMap((events, index) => [
      `insert into threads (chat_id, thread_order, id, created_at, properties)
      values ('${id}', ${index + 1}, '${id} ${index + 1}', 1000, '{}')`,
      ...events.map((sent, place) => eventRow(id, index + 1, place + 1, sent)),
    ]),
  ],
)

function chatRow(id: string, threads: readonly (readonly Sent[])[]): string {
  const lastActivityAt = threads.flat().at(-1)?.[1] ?? 1_000
  return `insert into chats (id, license_id, revision, members, scopes, is_scoped, properties, created_at,
      last_activity_at, thread_id, thread_order, thread_is_active, event_order, timeouts_from, last_events)
    values ('${id}', 1, 1, '[]', '{"groups":[],"agents":[]}', false, '{}', 1000, ${lastActivityAt},
      '${id} ${threads.length}', ${threads.length}, true, ${threads.at(-1)?.length ?? 0}, 1000, '{}')`
}

function eventRow(id: string, threadOrder: number, order: number, [recipients, createdAt]: Sent): string {
  return `insert into events (chat_id, thread_order, event_order, id, author_id, type, recipients, created_at,
      custom_id, properties, content)
    values ('${id}', ${threadOrder}, ${order}, '${id} ${threadOrder} ${order}', 'agent', 'message', '${recipients}',
      ${createdAt}, null, '{}', '{"type":"message","text":"Hello"}')`
}

/** Checks that each chat has the time of its newest event for everyone, and kept the time of its newest event. */
export async function checkMigratedActivity(storage: Storage): Promise<void> {
  for (const [id, { threads, lastShared }] of Object.entries(chats)) {
    const chat = await storage.read.chats.get(id)
    assert.equal(chat?.lastSharedActivityAt, lastShared, id)
    assert.equal(chat.lastActivityAt, threads.flat().at(-1)?.[1] ?? 1_000, id)
  }
}
