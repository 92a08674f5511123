import assert from 'node:assert/strict'
import type { ChatHead } from '@parley/core/storage'
import {
  type AppendOutcome,
  added,
  agentMember,
  appendCommand,
  customerChats,
  givenChat,
  leaving,
  newChat,
  newEvent,
  newThread,
  send,
} from './fixtures.js'
import { withTerms } from './property-term-fixtures.js'
import type { StorageCases } from './suite.js'

const stored = (...orders: number[]): AppendOutcome => ({ status: 'stored', orders })

export function appendCases(cases: StorageCases): void {
  storingCases(cases)
  staleCases(cases)
  batchCases(cases)
  sameChatCases(cases)
  timeoutCases(cases)
}

function storingCases(cases: StorageCases): void {
  cases.add('stores events and answers their orders', async (context) => {
    const head = await givenChat(context)
    const events = [newEvent('a'), newEvent('b', { recipients: 'agents', authorId: null, customId: 'mine' })]
    assert.deepEqual(await send(context.storage, [appendCommand(head, events)]), [stored(1, 2)])
    assert.deepEqual(await send(context.storage, [appendCommand(head, [newEvent('c')])]), [stored(3)])
    const [thread] = await context.read.chats.listThreads('chat', [head.thread.id])
    assert.deepEqual(thread?.events, [
      { ...events[0], order: 1 },
      { ...events[1], order: 2 },
      { ...newEvent('c'), order: 3 },
    ])
  })

  cases.add('continues the orders of a transaction, and the reverse', async (context) => {
    const head = await givenChat(context)
    await context.write((tx) => tx.chats.append('chat', added([newEvent('a')])))
    assert.deepEqual(await send(context.storage, [appendCommand(head, [newEvent('b')])]), [stored(2)])
    assert.deepEqual(await context.write((tx) => tx.chats.append('chat', added([newEvent('c')]))), [3])
  })

  cases.add('appends to the last thread, also when it is not active', async (context) => {
    await givenChat(context)
    const head = await context.write((tx) => tx.chats.closeThread('chat'))
    const annotation = newEvent('a', { content: { type: 'annotation', annotation_type: 'rating' } })
    const results = await send(context.storage, [appendCommand(head, [annotation], { timeoutsFrom: null })])
    assert.deepEqual(results, [stored(1)])
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })

  cases.add('accepts a command without events and a call without commands', async (context) => {
    const head = await givenChat(context)
    assert.deepEqual(await send(context.storage, [appendCommand(head, [])]), [stored()])
    assert.deepEqual(await send(context.storage, []), [])
  })
}

function staleCases(cases: StorageCases): void {
  cases.add('stores nothing when the revision has changed, and answers the current head', async (context) => {
    const before = await givenChat(context)
    const changes = [
      () => context.write((tx) => tx.chats.addMembers('chat', [agentMember], 2_000)),
      () => context.write((tx) => tx.chats.removeMembers('chat', ['agent'], leaving())),
      () => context.write((tx) => tx.chats.closeThread('chat')),
      () => context.write((tx) => tx.chats.openThread('chat', newThread('second'))),
      () => context.write((tx) => tx.chats.setScopes('chat', { groups: [1], agents: ['agent'] })),
      () => context.write((tx) => tx.chats.setProperties('chat', withTerms({ b: 1 }))),
      () => context.write((tx) => tx.chats.setThreadProperties('chat', 'second', withTerms({ b: 2 }))),
    ]
    let decidedOn = before
    for (const change of changes) {
      const head = await change()
      const results = await send(context.storage, [appendCommand(decidedOn, [newEvent('lost')])])
      assert.deepEqual(results, [{ status: 'stale', head }])
      decidedOn = head
    }
    const { threads } = await context.read.chats.listThreadSummaries('chat', {
      before: null,
      offset: 0,
      limit: 10,
    })
    assert.deepEqual(
      threads.map(({ eventCount }) => eventCount),
      [0, 0],
    )
  })

  cases.add('answers a stale result without a head for an unknown chat', async (context) => {
    const head = await givenChat(context)
    const results = await send(context.storage, [appendCommand(head, [newEvent('a')], { chatId: 'nothing' })])
    assert.deepEqual(results, [{ status: 'stale', head: undefined }])
  })
}

function batchCases(cases: StorageCases): void {
  cases.add('answers a mixed batch in the order of its commands', async (context) => {
    const { license, storage } = context
    const head = await givenChat(context)
    const other = await context.write((tx) => tx.chats.insert(newChat(license, 'another')))
    const results = await send(storage, [
      appendCommand(other, [newEvent('a')]),
      appendCommand(head, [newEvent('b')], { revision: head.revision + 1 }),
      appendCommand(head, [newEvent('c')], { chatId: 'nothing' }),
      appendCommand(other, [newEvent('d'), newEvent('e')]),
      appendCommand(head, [newEvent('f')]),
    ])
    assert.deepEqual(results, [
      stored(1),
      { status: 'stale', head },
      { status: 'stale', head: undefined },
      stored(2, 3),
      stored(1),
    ])
  })
}

function sameChatCases(cases: StorageCases): void {
  cases.add('applies several commands for one chat in the given order', async (context) => {
    const head = await givenChat(context)
    const names = ['one', 'two', 'three', 'four']
    const commands = names.map((name) => appendCommand(head, [newEvent(name), newEvent(`${name}!`)]))
    const results = await send(context.storage, commands)
    assert.deepEqual(results, [stored(1, 2), stored(3, 4), stored(5, 6), stored(7, 8)])
    const [thread] = await context.read.chats.listThreads('chat', [head.thread.id])
    assert.deepEqual(
      thread?.events.map(({ id }) => id),
      names.flatMap((name) => [name, `${name}!`]),
    )
    const chat = await context.read.chats.listByCustomer('customer', customerChats({ limit: 1 }))
    assert.deepEqual(
      chat.chats[0]?.lastEvents.map(({ event }) => event.id),
      ['four!'],
    )
  })

  cases.add('stores a valid command next to a stale one of the same chat', async (context) => {
    const head = await givenChat(context)
    const stale = { revision: head.revision + 7 }
    const results = await send(context.storage, [
      appendCommand(head, [newEvent('a')]),
      appendCommand(head, [newEvent('b')], stale),
      appendCommand(head, [newEvent('c')]),
    ])
    assert.deepEqual(results, [stored(1), { status: 'stale', head }, stored(2)])
  })

  cases.add('stores a large batch over many chats', async (context) => {
    const { license, storage, write } = context
    await givenChat(context)
    const heads = await write(async (tx) => {
      const all: ChatHead[] = []
      for (let n = 0; n < 40; n++) all.push(await tx.chats.insert(newChat(license, `chat-${n}`)))
      return all
    })
    const commands = [1, 2, 3].flatMap((n) =>
      heads.map((head) => appendCommand(head, [newEvent(`${head.id}-${n}`)])),
    )
    const results = await send(storage, commands)
    assert.deepEqual(
      results,
      [1, 2, 3].flatMap((order) => heads.map(() => stored(order))),
    )
  })
}

function timeoutCases(cases: StorageCases): void {
  cases.add('counts timeouts from what the newest event has said that said it', async (context) => {
    const head = await givenChat(context)
    const append = async (createdAt: number, timeoutsFrom: number | null) => {
      const events = [newEvent(`at-${createdAt}`, { createdAt })]
      await send(context.storage, [appendCommand(head, events, { timeoutsFrom })])
      return context.read.chats.getTimeoutsFrom('chat')
    }
    assert.equal(await append(2_000, null), 1_500)
    assert.equal(await append(1_767_225_600_000, 1_767_225_600_700), 1_767_225_600_700)
    assert.equal(await append(1_767_225_600_500, null), 1_767_225_600_700)
  })

  cases.add('counts timeouts from that event also when one call brings several commands', async (context) => {
    const head = await givenChat(context)
    const at = (createdAt: number) => [newEvent(`at-${createdAt}`, { createdAt })]
    const quietly = { timeoutsFrom: null }
    await send(context.storage, [
      appendCommand(head, at(2_000), quietly),
      appendCommand(head, at(2_100)),
      appendCommand(head, at(2_200), quietly),
      appendCommand(head, []),
    ])
    assert.equal(await context.read.chats.getTimeoutsFrom('chat'), 2_100)
    assert.equal((await context.read.chats.get('chat'))?.lastActivityAt, 2_200)
  })

  cases.add('postpones nothing by a stale command', async (context) => {
    const head = await givenChat(context)
    const stale = { revision: head.revision + 1 }
    await send(context.storage, [appendCommand(head, [newEvent('a', { createdAt: 2_000 })], stale)])
    assert.equal(await context.read.chats.getTimeoutsFrom('chat'), 1_500)
  })
}
