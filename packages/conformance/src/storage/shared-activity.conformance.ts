import assert from 'node:assert/strict'
import type { ChatSummary, ListedChats, NewEvent } from '@parley/core/storage'
import {
  added,
  agentChats,
  appendCommand,
  customerChats,
  givenChat,
  newChat,
  newEvent,
  newThread,
  send,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const shared = (createdAt: number) => newEvent(`shared-${createdAt}`, { createdAt })
const note = (createdAt: number) => newEvent(`note-${createdAt}`, { createdAt, recipients: 'agents' })
const ids = (chats: readonly Pick<ChatSummary, 'head'>[]) => chats.map(({ head }) => head.id)

async function activity({ read }: StorageContext, chatId = 'chat') {
  const chat = await read.chats.get(chatId)
  return [chat?.lastSharedActivityAt, chat?.lastActivityAt]
}

export function sharedActivityCases(cases: StorageCases): void {
  movingCases(cases)
  commandCases(cases)
  listCases(cases)
}

function movingCases(cases: StorageCases): void {
  cases.add('is the creation of the chat while no event is for all', async (context) => {
    await givenChat(context, { createdAt: 1_500, thread: newThread('first', { events: [note(1_600)] }) })
    assert.deepEqual(await activity(context), [1_500, 1_600])
    await context.write((tx) => tx.chats.append('chat', added([note(1_700)])))
    assert.deepEqual(await activity(context), [1_500, 1_700])
  })

  cases.add('is the instant of the newest event for all that a chat began with', async (context) => {
    const events = [shared(5_000), shared(5_100), note(5_200)]
    await givenChat(context, { thread: newThread('first', { events }) })
    assert.deepEqual(await activity(context), [5_100, 5_200])
  })

  cases.add('moves by events for all, also where one for agents follows', async (context) => {
    await givenChat(context, { createdAt: 1_500 })
    await context.write((tx) => tx.chats.append('chat', added([shared(1_700), note(1_800)])))
    assert.deepEqual(await activity(context), [1_700, 1_800])
    await context.write((tx) => tx.chats.append('chat', added([])))
    assert.deepEqual(await activity(context), [1_700, 1_800])
  })

  cases.add('moves by the events for all of a new thread', async (context) => {
    const reopen = (id: string, ...events: readonly NewEvent[]) =>
      context.write(async (tx) => {
        await tx.chats.closeThread('chat')
        await tx.chats.openThread('chat', newThread(id, { events }))
      })
    await givenChat(context, { createdAt: 1_500 })
    await reopen('empty')
    assert.deepEqual(await activity(context), [1_500, 1_500])
    await reopen('notes', note(2_000))
    assert.deepEqual(await activity(context), [1_500, 2_000])
    await reopen('both', shared(2_100), note(2_200))
    assert.deepEqual(await activity(context), [2_100, 2_200])
  })
}

function commandCases(cases: StorageCases): void {
  cases.add('moves by a command, unless that is stale', async (context) => {
    const head = await givenChat(context, { createdAt: 1_500 })
    await send(context.storage, [appendCommand(head, [note(2_000)])])
    assert.deepEqual(await activity(context), [1_500, 2_000])
    await send(context.storage, [appendCommand(head, [shared(2_100), note(2_200)])])
    assert.deepEqual(await activity(context), [2_100, 2_200])
    const stale = { revision: head.revision + 1 }
    await send(context.storage, [appendCommand(head, [shared(2_300)], stale)])
    assert.deepEqual(await activity(context), [2_100, 2_200])
  })

  cases.add('moves also when one call brings several commands', async (context) => {
    const head = await givenChat(context, { createdAt: 1_500 })
    const other = await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    const before = await activity(context, 'other')
    await send(context.storage, [
      appendCommand(head, [shared(2_300)]),
      appendCommand(head, [shared(2_400), note(2_500)]),
      appendCommand(other, [note(9_000)]),
      appendCommand(head, [note(2_600)]),
      appendCommand(head, []),
    ])
    assert.deepEqual(await activity(context), [2_400, 2_600])
    assert.deepEqual(await activity(context, 'other'), [before[0], 9_000])
  })
}

function listCases(cases: StorageCases): void {
  const givenNotes = async (context: StorageContext) => {
    await givenChat(context)
    await context.write(async (tx) => {
      for (const [id, createdAt] of Object.entries({ a: 3_000, b: 4_000, c: 5_000 })) {
        const thread = newThread(`${id}-thread`, { events: [shared(createdAt)] })
        await tx.chats.insert(newChat(context.license, id, { thread }))
      }
      await tx.chats.append('b', added([note(6_000)]))
      await tx.chats.append('a', added([note(7_000)]))
    })
  }

  cases.add('sorts the list of a customer; that of an agent goes by any event', async (context) => {
    await givenNotes(context)
    const { chats } = context.read
    const ofAgent = await chats.listForAgent(agentChats(context.license))
    assert.deepEqual(ids(ofAgent.chats), ['a', 'b', 'c', 'chat'])
    const ofCustomer = await chats.listByCustomer('customer', customerChats({ limit: 10 }))
    assert.deepEqual(ids(ofCustomer.chats), ['c', 'b', 'a', 'chat'])
  })

  cases.add('is where the next page of a customer’s list begins', async (context) => {
    await givenNotes(context)
    const pieces: (readonly string[])[] = []
    let after = null
    while (pieces.length < 4) {
      const piece = customerChats({ after, limit: 2 })
      const { chats, hasMore }: ListedChats = await context.read.chats.listByCustomer('customer', piece)
      pieces.push(ids(chats))
      const last = chats.at(-1)
      if (!hasMore || last === undefined) break
      after = { at: last.lastSharedActivityAt, id: last.head.id }
    }
    assert.deepEqual(pieces, [
      ['c', 'b'],
      ['a', 'chat'],
    ])
  })
}
