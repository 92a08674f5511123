import assert from 'node:assert/strict'
import {
  added,
  agentMember,
  customerMember,
  givenChat,
  leaving,
  newChat,
  newEvent,
  newThread,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

export function chatCases(cases: StorageCases): void {
  insertCases(cases)
  threadLifeCases(cases)
  countingCases(cases)
  activityCases(cases)
  timeoutCases(cases)
  lastSeenCases(cases)
}

function insertCases(cases: StorageCases): void {
  cases.add('answers the head of a new chat, with its first thread active', async (context) => {
    const scopes = { groups: [2, 1], agents: ['agent'] }
    const properties = { space: { text: 'a' } }
    const thread = newThread('first', { properties: { space: { number: 1 } } })
    const members = [customerMember, agentMember]
    const head = await givenChat(context, { members, scopes, properties, thread })
    assert.deepEqual(head, {
      id: 'chat',
      licenseId: context.license.id,
      revision: head.revision,
      members,
      scopes,
      properties,
      thread: { id: 'first', order: 1, isActive: true, waitingSince: null, properties: thread.properties },
    })
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
    assert.deepEqual(await context.write((tx) => tx.chats.lock('chat')), head)
  })

  cases.add('stores properties and members with the chat', async (context) => {
    const properties = { space: { text: 'a', number: 1.5, yes: true } }
    const head = await givenChat(context, { members: [customerMember, agentMember], properties })
    const chat = await context.read.chats.get('chat')
    assert.deepEqual(chat?.head, head)
    assert.deepEqual(chat?.head.properties, properties)
    assert.deepEqual(chat?.users, [
      {
        kind: 'customer',
        isPresent: true,
        lastSeenAt: null,
        customer: await context.read.customers.get('customer'),
      },
      { kind: 'agent', isPresent: true, lastSeenAt: null, agent: await context.read.agents.get('agent') },
    ])
  })

  cases.add('stores the first events with orders from 1', async (context) => {
    const events = [newEvent('a'), newEvent('b', { createdAt: 2_500 })]
    await givenChat(context, { thread: newThread('thread', { events }) })
    const [thread] = await context.read.chats.listThreads('chat', ['thread'])
    assert.deepEqual(thread?.events, [
      { ...events[0], order: 1 },
      { ...events[1], order: 2 },
    ])
    assert.deepEqual(await context.write((tx) => tx.chats.append('chat', added([newEvent('c')]))), [3])
  })

  cases.add('answers undefined for an unknown chat', async ({ read, write }) => {
    assert.equal(await read.chats.getHead('nothing'), undefined)
    assert.equal(await read.chats.get('nothing'), undefined)
    assert.equal(await write((tx) => tx.chats.lock('nothing')), undefined)
  })
}

function threadLifeCases(cases: StorageCases): void {
  cases.add('closes the active thread and raises the revision', async (context) => {
    const before = await givenChat(context)
    const after = await context.write((tx) => tx.chats.closeThread('chat'))
    assert.ok(after.revision > before.revision)
    assert.deepEqual(after, {
      ...before,
      revision: after.revision,
      thread: { ...before.thread, isActive: false },
    })
    assert.deepEqual(await context.read.chats.getHead('chat'), after)
  })

  cases.add('opens the next thread with orders from 1 and all present members in it', async (context) => {
    const first = newThread('first', { events: [newEvent('a')] })
    await givenChat(context, { members: [customerMember, agentMember], thread: first })
    const second = newThread('second', {
      createdAt: 3_000,
      properties: { a: { b: 'c' } },
      events: [newEvent('b')],
    })
    const head = await context.write(async (tx) => {
      await tx.chats.removeMembers('chat', ['agent'], leaving())
      const closed = await tx.chats.closeThread('chat')
      const opened = await tx.chats.openThread('chat', second)
      assert.ok(opened.revision > closed.revision)
      return opened
    })
    assert.deepEqual(head.thread, {
      ...{ id: 'second', order: 2, isActive: true, waitingSince: null },
      properties: { a: { b: 'c' } },
    })
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
    const [firstThread, secondThread] = await context.read.chats.listThreads('chat', ['second', 'first'])
    assert.deepEqual(firstThread?.userIds, ['customer', 'agent'])
    assert.deepEqual(secondThread, {
      id: 'second',
      order: 2,
      isActive: true,
      createdAt: 3_000,
      properties: { a: { b: 'c' } },
      userIds: ['customer'],
      events: [{ ...newEvent('b'), order: 1 }],
    })
  })

  cases.add('rejects opening a thread beside an active one', async (context) => {
    const head = await givenChat(context)
    await assert.rejects(context.write((tx) => tx.chats.openThread('chat', newThread('second'))))
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
    assert.equal((await context.read.customers.get('customer'))?.threadCount, 1)
  })

  cases.add('rejects closing a thread where none is active', async (context) => {
    await givenChat(context)
    const head = await context.write((tx) => tx.chats.closeThread('chat'))
    await assert.rejects(context.write((tx) => tx.chats.closeThread('chat')))
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })
}

function countingCases(cases: StorageCases): void {
  cases.add('counts threads for the customers that take part in them', async (context) => {
    await givenChat(context)
    const count = async () => (await context.read.customers.get('customer'))?.threadCount
    assert.equal(await count(), 1)
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second'))
    })
    assert.equal(await count(), 2)
  })

  cases.add('keeps a revision through events', async (context) => {
    const head = await givenChat(context)
    await context.write((tx) => tx.chats.append('chat', added([newEvent('a')])))
    await context.write((tx) => tx.chats.setLastSeen('chat', 'customer', 5_000))
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })
}

function activityCases(cases: StorageCases): void {
  cases.add('uses the time of the newest event as the last activity', async (context) => {
    const activity = async () => (await context.read.chats.get('chat'))?.lastActivityAt
    await givenChat(context, { createdAt: 1_500 })
    assert.equal(await activity(), 1_500)
    await context.write((tx) =>
      tx.chats.append('chat', added([newEvent('a', { createdAt: 1_767_225_600_123 })])),
    )
    assert.equal(await activity(), 1_767_225_600_123)
    const annotation = newEvent('b', {
      createdAt: 1_767_225_600_200,
      content: { type: 'annotation', annotation_type: 'rating' },
    })
    await context.write((tx) => tx.chats.append('chat', added([annotation], { timeoutsFrom: null })))
    assert.equal(await activity(), 1_767_225_600_200)
    await context.write((tx) => tx.chats.closeThread('chat'))
    await context.write((tx) =>
      tx.chats.openThread('chat', newThread('second', { createdAt: 1_767_225_600_300 })),
    )
    assert.equal(await activity(), 1_767_225_600_200)
  })

  cases.add('appends to the last thread, also when it is not active', async (context) => {
    await givenChat(context)
    const orders = await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      return tx.chats.append('chat', added([newEvent('a'), newEvent('b')], { timeoutsFrom: null }))
    })
    assert.deepEqual(orders, [1, 2])
    assert.deepEqual(await context.write((tx) => tx.chats.append('chat', added([]))), [])
  })

  cases.add('sees its own writes within a transaction', async (context) => {
    const { license, write } = context
    await givenChat(context)
    await write(async (tx) => {
      await tx.chats.insert(newChat(license, 'other'))
      assert.equal((await tx.chats.get('other'))?.head.id, 'other')
      await tx.chats.append('other', added([newEvent('a')]))
      assert.equal((await tx.chats.listThreads('other', ['other-thread-1']))[0]?.events.length, 1)
      assert.equal(await tx.chats.countByCustomer('customer'), 2)
    })
  })
}

function timeoutCases(cases: StorageCases): void {
  const timeoutsFrom = ({ read }: StorageContext) => read.chats.getTimeoutsFrom('chat')

  cases.add('counts timeouts from when the thread began by the steady clock', async (context) => {
    await givenChat(context, { thread: newThread('first', { createdAt: 1_600, beganAt: 1_607 }) })
    assert.equal(await timeoutsFrom(context), 1_607)
    const events = [newEvent('a', { createdAt: 2_000 }), newEvent('b', { createdAt: 2_100 })]
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second', { createdAt: 1_900, beganAt: 1_893, events }))
    })
    assert.equal(await timeoutsFrom(context), 1_893)
    assert.equal(await context.read.chats.getTimeoutsFrom('nothing'), undefined)
  })

  cases.add('counts timeouts from what the newest event has said that said it', async (context) => {
    await givenChat(context)
    const append = (createdAt: number, timeoutsFrom: number | null) =>
      context.write((tx) =>
        tx.chats.append('chat', added([newEvent(`at-${createdAt}`, { createdAt })], { timeoutsFrom })),
      )
    await append(2_000, null)
    assert.equal(await timeoutsFrom(context), 1_500)
    await append(1_767_225_600_000, 1_767_225_600_700)
    assert.equal(await timeoutsFrom(context), 1_767_225_600_700)
    await append(1_767_225_600_500, null)
    await context.write((tx) => tx.chats.append('chat', added([])))
    assert.equal(await timeoutsFrom(context), 1_767_225_600_700)
  })
}

function lastSeenCases(cases: StorageCases): void {
  cases.add(
    'moves last seen forwards only, and answers the value after it and whether it moved',
    async (context) => {
      await givenChat(context)
      const see = (at: number) => context.write((tx) => tx.chats.setLastSeen('chat', 'customer', at))
      assert.deepEqual(await see(1_767_225_600_500), { at: 1_767_225_600_500, isLater: true })
      assert.deepEqual(await see(1_767_225_600_400), { at: 1_767_225_600_500, isLater: false })
      assert.deepEqual(await see(1_767_225_600_500), { at: 1_767_225_600_500, isLater: false })
      assert.deepEqual(await see(1_767_225_600_501), { at: 1_767_225_600_501, isLater: true })
      const chat = await context.read.chats.get('chat')
      assert.equal(chat?.users[0]?.lastSeenAt, 1_767_225_600_501)
    },
  )
}
