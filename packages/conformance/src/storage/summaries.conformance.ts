import assert from 'node:assert/strict'
import type { ChatSummary, LastEvent } from '@parley/core/storage'
import {
  added,
  agentChats,
  appendCommand,
  customerChats,
  givenChat,
  newChat,
  newCustomer,
  newEvent,
  newThread,
  upTo,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const ids = (chats: readonly Pick<ChatSummary, 'head'>[]) => chats.map(({ head }) => head.id)

/** Stores `chat` without events, and one chat for each entry whose latest event has the given time. */
async function givenChatsAt(context: StorageContext, instants: Readonly<Record<string, number>>) {
  await givenChat(context)
  await context.write(async (tx) => {
    for (const [id, createdAt] of Object.entries(instants)) {
      const events = [newEvent(`${id}-event`, { createdAt })]
      await tx.chats.insert(newChat(context.license, id, { thread: newThread(`${id}-thread`, { events }) }))
    }
  })
}

export function summaryCases(cases: StorageCases): void {
  orderCases(cases)
  changeCases(cases)
  chatCases(cases)
  lastEventCases(cases)
}

function orderCases(cases: StorageCases): void {
  cases.add('lists by latest activity, ties by descending id', async (context) => {
    await givenChatsAt(context, { a: 3_000, c: 2_000, b: 2_000, d: 1_767_225_600_000 })
    const expected = ['d', 'a', 'c', 'b', 'chat']
    const { chats, total } = await context.read.chats.listByCustomer('customer', customerChats({ limit: 10 }))
    assert.deepEqual(ids(chats), expected)
    assert.equal(total, 5)
    assert.deepEqual(
      ids((await context.read.chats.listForAgent(agentChats(context.license))).chats),
      expected,
    )
    const active = await context.read.chats.listActiveByCustomer('customer', 10)
    assert.deepEqual(ids(active), expected)
  })

  cases.add('pages through a list, with the total also beyond its end', async (context) => {
    await givenChatsAt(context, { a: 3_000, b: 4_000, c: 5_000 })
    const page = async (offset: number, limit: number) => {
      const { chats, total } = await context.read.chats.listByCustomer(
        'customer',
        customerChats({ offset, limit }),
      )
      return [ids(chats), total]
    }
    assert.deepEqual(await page(0, 2), [['c', 'b'], 4])
    assert.deepEqual(await page(2, 2), [['a', 'chat'], 4])
    assert.deepEqual(await page(4, 2), [[], 4])
  })

  cases.add('continues after a chat, and answers whether more follow', async (context) => {
    await givenChatsAt(context, { a: 3_000, b: 4_000, c: 4_000, d: 5_000 })
    const { chats } = context.read
    const after = (id: string, at: number, limit: number) => {
      return { after: { id, at }, limit }
    }
    const pieces = [
      [{ after: null, limit: 2 }, ['d', 'c'], true],
      [after('c', 4_000, 2), ['b', 'a'], true],
      [after('a', 3_000, 2), ['chat'], false],
      [after('c', 4_000, 3), ['b', 'a', 'chat'], false],
      [after('chat', 0, 2), [], false],
    ] as const
    for (const [piece, expected, hasMore] of pieces) {
      const ofAgent = await chats.listForAgent(agentChats(context.license, piece))
      assert.deepEqual([ids(ofAgent.chats), ofAgent.hasMore], [expected, hasMore])
      const member = agentChats(context.license, { ...piece, reach: 'member', agentId: 'customer' })
      assert.deepEqual(ids((await chats.listForAgent(member)).chats), expected)
      const ofCustomer = await chats.listByCustomer('customer', customerChats(piece))
      assert.deepEqual([ids(ofCustomer.chats), ofCustomer.hasMore], [expected, hasMore])
      assert.equal(ofCustomer.total, 5)
    }
    const offset = customerChats({ ...after('d', 5_000, 1), offset: 1 })
    assert.deepEqual(ids((await chats.listByCustomer('customer', offset)).chats), ['b'])
  })

  cases.add('ends a page with the chat that reaches its byte limit', async (context) => {
    await givenChatsAt(context, { a: 3_000, b: 4_000, c: 5_000 })
    const long = { content: { type: 'message', text: '\u8a9e'.repeat(10_000) } } as const
    await context.write(async (tx) => {
      await tx.chats.append('b', added([newEvent('long', { createdAt: 4_500, ...long })]))
      await tx.customers.updateDetails({
        ...newCustomer(context.license, 'customer'),
        fields: { long: 'x'.repeat(20_000) },
      })
    })
    const { chats } = context.read
    const piece = async (maxBytes: number) => {
      const ofAgent = await chats.listForAgent(agentChats(context.license, { maxBytes }))
      const ofCustomer = await chats.listByCustomer('customer', customerChats({ maxBytes }))
      assert.deepEqual(ids(ofCustomer.chats), ids(ofAgent.chats))
      assert.equal(ofCustomer.hasMore, ofAgent.hasMore)
      return [ids(ofAgent.chats), ofAgent.hasMore]
    }
    assert.deepEqual(await piece(1), [['c'], true])
    assert.deepEqual(await piece(20_000), [['c'], true])
    assert.deepEqual(await piece(30_000), [['c', 'b'], true])
    assert.deepEqual(await piece(71_000), [['c', 'b'], true])
    assert.deepEqual(await piece(80_000), [['c', 'b', 'a'], true])
    assert.deepEqual(await piece(200_000), [['c', 'b', 'a', 'chat'], false])
  })

  cases.add('keeps limits', async (context) => {
    await givenChatsAt(context, { a: 3_000, b: 4_000 })
    const { chats } = await context.read.chats.listForAgent(agentChats(context.license, { limit: 1 }))
    assert.deepEqual(ids(chats), ['b'])
    const active = await context.read.chats.listActiveByCustomer('customer', 2)
    assert.deepEqual(ids(active), ['b', 'a'])
  })
}

function changeCases(cases: StorageCases): void {
  cases.add('moves a chat to the front with a new event', async (context) => {
    await givenChatsAt(context, { a: 3_000, b: 4_000 })
    const revision = (await context.read.chats.getHead('a'))?.revision ?? 0
    const event = newEvent('new', { createdAt: 5_000 })
    await context.storage.appendEvents([appendCommand({ id: 'a', revision }, [event])])
    assert.deepEqual(ids((await context.read.chats.listForAgent(agentChats(context.license))).chats), [
      'a',
      'b',
      'chat',
    ])
  })

  cases.add('lists as active only chats with an active thread', async (context) => {
    await givenChatsAt(context, { a: 3_000 })
    await context.write((tx) => tx.chats.closeThread('a'))
    const active = await context.read.chats.listActiveByCustomer('customer', 10)
    assert.deepEqual(active, [{ head: await context.read.chats.getHead('chat'), lastSeenAt: null }])
  })

  cases.add('lists active chats with what the customer itself has seen', async (context) => {
    await givenChatsAt(context, { a: 3_000 })
    await context.write((tx) => tx.chats.setLastSeen('a', 'customer', 7_000))
    await context.write((tx) => tx.chats.setLastSeen('chat', 'agent', 8_000))
    const active = await context.read.chats.listActiveByCustomer('customer', 10)
    assert.deepEqual(
      active.map(({ head, lastSeenAt }) => [head.id, lastSeenAt]),
      [
        ['a', 7_000],
        ['chat', null],
      ],
    )
  })
}

function chatCases(cases: StorageCases): void {
  cases.add('contains the same chat as a single read, and its last thread', async (context) => {
    await givenChat(context, { properties: { space: { name: 'value' } } })
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread(
        'chat',
        newThread('second', { properties: { a: { b: 1 } }, createdAt: 3_000 }),
      )
      await tx.chats.setLastSeen('chat', 'customer', 4_000)
    })
    const chat = await context.read.chats.get('chat')
    const lastThread = {
      id: 'second',
      order: 2,
      isActive: true,
      createdAt: 3_000,
      properties: { a: { b: 1 } },
      userIds: ['customer'],
    }
    const summary = { ...chat, lastThread, lastEvents: [], sequence: 1 }
    const { chats } = await context.read.chats.listByCustomer('customer', customerChats({ limit: 10 }))
    assert.deepEqual(chats, [summary])
    const ofAgent = await context.read.chats.listForAgent(agentChats(context.license))
    assert.deepEqual(ofAgent.chats, [summary])
  })
}

function lastEventCases(cases: StorageCases): void {
  cases.add('contains the newest event of each type and recipients, over all threads', async (context) => {
    const { read, write } = context
    const agentsOnly = newEvent('agents only', { recipients: 'agents' })
    const custom = newEvent('custom', { content: { type: 'custom', content: {} } })
    await givenChat(context, { thread: newThread('first', { events: [newEvent('old'), custom] }) })
    await write(async (tx) => {
      await tx.chats.append('chat', added([newEvent('older'), agentsOnly]))
      await tx.chats.closeThread('chat')
      await tx.chats.openThread(
        'chat',
        newThread('second', { events: [newEvent('new'), newEvent('newest')] }),
      )
    })
    const expected: LastEvent[] = [
      { threadId: 'first', threadOrder: 1, event: { ...agentsOnly, order: 4 } },
      { threadId: 'first', threadOrder: 1, event: { ...custom, order: 2 } },
      { threadId: 'second', threadOrder: 2, event: { ...newEvent('newest'), order: 2 } },
    ]
    const [summary] = (await read.chats.listForAgent(agentChats(context.license))).chats
    assert.deepEqual(sorted(summary?.lastEvents), expected)
    const revision = summary?.head.revision ?? 0
    const events = [newEvent('by command')]
    await context.storage.appendEvents([appendCommand({ id: 'chat', revision }, events)])
    const [later] = (await read.chats.listForAgent(agentChats(context.license))).chats
    assert.deepEqual(
      sorted(later?.lastEvents).map(({ event }) => event.id),
      ['agents only', 'by command', 'custom'],
    )
  })

  cases.add('lists many chats, each with its own users and events', async (context) => {
    await givenChatsAt(context, Object.fromEntries(upTo(30).map((n) => [`chat-${n}`, 10_000 + n])))
    const { chats } = await context.read.chats.listByCustomer('customer', customerChats({ limit: 25 }))
    assert.deepEqual(
      ids(chats),
      upTo(25).map((n) => `chat-${31 - n}`),
    )
    for (const { head, users, lastEvents } of chats) {
      assert.equal(users.length, 1)
      assert.deepEqual(
        lastEvents.map(({ event }) => event.id),
        [`${head.id}-event`],
      )
    }
  })
}

function sorted(lastEvents: readonly LastEvent[] = []): readonly LastEvent[] {
  return [...lastEvents].sort((left, right) => (left.event.id < right.event.id ? -1 : 1))
}
