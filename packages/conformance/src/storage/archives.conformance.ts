import assert from 'node:assert/strict'
import type { ArchiveQuery, TermFilter, ThreadPosition } from '@parley/core/storage'
import { archiveQuery, list, listedIds, newChatOfTexts } from './archive-fixtures.js'
import {
  agentMember,
  givenChat,
  leaving,
  newAgent,
  newChat,
  newCustomer,
  newEvent,
  newLicense,
  newThread,
} from './fixtures.js'
import { exists, isNoneOf, isOneOf, withTerms } from './property-term-fixtures.js'
import { givenScopedChats } from './scoped-chats.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

export function archiveCases(cases: StorageCases): void {
  orderCases(cases)
  pageCases(cases)
  filterCases(cases)
  propertyCases(cases)
  visibilityCases(cases)
}

/** Stores one chat with one thread for each entry, created at the given time. */
async function givenThreads(context: StorageContext, created: Readonly<Record<string, number>>) {
  await context.write(async (tx) => {
    await tx.customers.insert(newCustomer(context.license, 'customer'))
    for (const [id, at] of Object.entries(created))
      await tx.chats.insert(newChatOfTexts(context.license, id, at))
  })
}

function orderCases(cases: StorageCases): void {
  cases.add('lists threads, closed and active, newest first, ties by descending id', async (context) => {
    await givenThreads(context, { b: 3_000, c: 3_000, a: 5_000 })
    await context.write(async (tx) => {
      await tx.chats.closeThread('b')
      await tx.chats.openThread('b', newThread('b-second', { createdAt: 4_000 }))
    })
    const { threads, total, hasMore } = await list(context)
    assert.deepEqual(
      threads.map(({ id, createdAt, chatId }) => [id, createdAt, chatId]),
      [
        ['a-thread', 5_000, 'a'],
        ['b-second', 4_000, 'b'],
        ['c-thread', 3_000, 'c'],
        ['b-thread', 3_000, 'b'],
      ],
    )
    assert.deepEqual([total, hasMore], [4, false])
  })

  cases.add('answers the approximate size of thread and chat', async (context) => {
    const text = 'x'.repeat(10_000)
    const events = [newEvent('event', { content: { type: 'message', text } })]
    await givenChat(context, { thread: newThread('long', { events, bytes: 10_300 }) })
    await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    const bytes = new Map((await list(context)).threads.map((thread) => [thread.id, thread.bytes]))
    assert.ok((bytes.get('long') ?? 0) >= 10_300)
    assert.ok((bytes.get('long') ?? 0) < 13_000)
    assert.ok((bytes.get('other-thread-1') ?? 0) < 3_000)
  })

  cases.add('lists nothing of another license', async (context) => {
    await givenThreads(context, { a: 1_000 })
    const other = await context.write((tx) => tx.licenses.insert(newLicense()))
    assert.deepEqual(await context.read.archives.listThreads(archiveQuery(other)), {
      threads: [],
      total: 0,
      hasMore: false,
    })
  })
}

function pageCases(cases: StorageCases): void {
  const created = { a: 1_000, b: 2_000, c: 2_000, d: 3_000, e: 4_000 }
  const newestFirst = ['e-thread', 'd-thread', 'c-thread', 'b-thread', 'a-thread']

  cases.add('counts all threads, whichever page is listed', async (context) => {
    await givenThreads(context, created)
    for (const [offset, ids, hasMore] of [
      [0, newestFirst.slice(0, 2), true],
      [2, newestFirst.slice(2, 4), true],
      [4, newestFirst.slice(4), false],
      [5, [], false],
      [1_000_000, [], false],
    ] as const) {
      const page = await list(context, { offset, limit: 2 })
      assert.deepEqual([page.threads.map(({ id }) => id), page.total, page.hasMore], [ids, 5, hasMore])
    }
  })

  cases.add('continues after a thread, even one that no longer exists', async (context) => {
    await givenThreads(context, created)
    let after: ThreadPosition | null = null
    for (const id of newestFirst) {
      const page = await list(context, { after, limit: 1 })
      assert.deepEqual([page.threads.map((thread) => thread.id), page.total], [[id], 5])
      after = page.threads[0] ?? null
    }
    assert.deepEqual((await list(context, { after, limit: 1 })).threads, [])
    const between = { createdAt: 2_500, id: 'gone' }
    assert.deepEqual(await listedIds(context, { after: between }), newestFirst.slice(2))
  })
}

function filterCases(cases: StorageCases): void {
  cases.add('lists threads created from one time on and before another', async (context) => {
    await givenThreads(context, { a: 1_000, b: 2_000, c: 3_000 })
    assert.deepEqual(await listedIds(context, { createdFrom: 2_000 }), ['c-thread', 'b-thread'])
    assert.deepEqual(await listedIds(context, { createdBefore: 2_000 }), ['a-thread'])
    assert.deepEqual(await listedIds(context, { createdFrom: 2_000, createdBefore: 3_000 }), ['b-thread'])
    assert.equal((await list(context, { createdFrom: 2_000, createdBefore: 3_000 })).total, 1)
  })

  cases.add('lists threads that one of the agents was ever in', async (context) => {
    const { license, write } = context
    await givenChat(context)
    await write(async (tx) => {
      for (const id of ['grace', 'removed']) await tx.agents.insert(newAgent(license, id))
      await tx.chats.addMembers('chat', [agentMember], 2_000)
      await tx.chats.removeMembers('chat', ['agent'], leaving())
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second', { createdAt: 9_000 }))
      await tx.chats.insert(newChat(license, 'other', { members: [{ id: 'grace', kind: 'agent' }] }))
    })
    const ids = (...agentIds: readonly string[]) => listedIds(context, { agentIds })
    assert.deepEqual(await ids('agent'), ['chat-thread-1'])
    assert.deepEqual(await ids('grace'), ['other-thread-1'])
    assert.deepEqual(await ids('agent', 'grace', 'nobody'), ['other-thread-1', 'chat-thread-1'])
    assert.deepEqual(await ids('removed', 'nobody'), [])
    assert.deepEqual(await ids('customer'), [])
    assert.deepEqual(await ids(), [])
  })

  cases.add('lists threads of chats whose scopes name one of the groups', async (context) => {
    await givenScopedChats(context)
    const chats = (...groupIds: readonly number[]) => listedIds(context, { groupIds })
    assert.deepEqual(await chats(5), ['ofGroup-thread-1'])
    assert.deepEqual(await chats(7, 55), ['ofOtherGroup-thread-1', 'ofGroup-thread-1', 'joined-thread-1'])
    assert.deepEqual(await chats(6), [])
    assert.deepEqual(await chats(), [])
  })
}

function propertyCases(cases: StorageCases): void {
  cases.add('filters by properties of the thread, then of the chat', async (context) => {
    const { license, write } = context
    const [none, red, blue] = [withTerms({}), withTerms({ color: 'red' }), withTerms({ color: 'blue' })]
    await write(async (tx) => {
      await tx.customers.insert(newCustomer(license, 'customer'))
      const given = [
        ['none', none, none],
        ['chat', red, none],
        ['thread', none, red],
        ['both', red, blue],
        ['beside', red, withTerms({ size: 5 })],
      ] as const
      for (const [index, [id, ofChat, ofThread]] of given.entries()) {
        const thread = newThread(id, { createdAt: 9_000 - index, ...ofThread })
        await tx.chats.insert(newChat(license, `chat-${id}`, { ...ofChat, thread }))
      }
    })
    const ids = async (filter: TermFilter, values: Partial<ArchiveQuery> = {}) => {
      const { threads, total } = await list(context, { properties: [filter], ...values })
      return [threads.map(({ id }) => id), total]
    }
    assert.deepEqual(await ids(exists('color')), [['chat', 'thread', 'both', 'beside'], 4])
    assert.deepEqual(await ids(exists('color', false)), [['none'], 1])
    assert.deepEqual(await ids(isOneOf('color', 'green', 'blue')), [['both'], 1])
    assert.deepEqual(await ids(isNoneOf('color', 'red')), [['none', 'both'], 2])
    const isRed = isOneOf('color', 'red')
    assert.deepEqual(await ids(isRed), [['chat', 'thread', 'beside'], 3])
    assert.deepEqual(await ids(isRed, { offset: 1, limit: 1 }), [['thread'], 3])
    const after = { createdAt: 8_999, id: 'chat' }
    assert.deepEqual(await ids(isRed, { after, limit: 1 }), [['thread'], 3])
    assert.deepEqual(await ids(isRed, { createdBefore: 8_998 }), [['beside'], 1])
  })

  cases.add('filters by the current properties of thread and chat', async (context) => {
    const { license, write } = context
    const color = (value: string) => withTerms({ color: value })
    await write(async (tx) => {
      await tx.customers.insert(newCustomer(license, 'customer'))
      const thread = newThread('first', color('red'))
      await tx.chats.insert(newChat(license, 'chat', { ...color('green'), thread }))
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second', { createdAt: 9_000, ...color('pink') }))
    })
    const ids = (...values: readonly string[]) =>
      listedIds(context, { properties: [isOneOf('color', ...values)] })
    assert.deepEqual(
      [await ids('red', 'pink'), await ids('pink'), await ids('green')],
      [['second', 'first'], ['second'], []],
    )
    await write(async (tx) => {
      await tx.chats.setThreadProperties('chat', 'second', color('blue'))
      await tx.chats.setThreadProperties('chat', 'first', withTerms({}))
    })
    assert.deepEqual([await ids('red'), await ids('blue'), await ids('green')], [[], ['second'], ['first']])
    await write((tx) => tx.chats.setProperties('chat', color('yellow')))
    assert.deepEqual(
      [await ids('green'), await ids('yellow'), await ids('blue')],
      [[], ['first'], ['second']],
    )
  })

  cases.add('filters by properties among any number of threads', async (context) => {
    const { license, write } = context
    await write(async (tx) => {
      await tx.customers.insert(newCustomer(license, 'customer'))
      for (let index = 0; index < 520; index += 1) {
        const color = index % 10 === 0 ? 'red' : 'blue'
        await tx.chats.insert(newChat(license, `chat${index}`, withTerms({ color })))
      }
    })
    const properties = [isOneOf('color', 'red')]
    const { threads, total, hasMore } = await list(context, { properties, offset: 45, limit: 10 })
    assert.deepEqual([threads.length, total, hasMore], [7, 52, false])
  })

  cases.add('rejects a cancelled query', async (context) => {
    await givenThreads(context, { a: 1_000 })
    const { license, read } = context
    const cancelled = { name: 'StorageError', code: 'cancelled' }
    for (const properties of [[], [exists('color', false)]]) {
      const query = archiveQuery(license, { properties })
      await assert.rejects(async () => read.archives.listThreads(query, { aborted: true }), cancelled)
      assert.equal((await read.archives.listThreads(query, { aborted: false })).total, 1)
    }
  })
}

function visibilityCases(cases: StorageCases): void {
  cases.add('lists as visible what is open, joined, or names a group or the agent', async (context) => {
    await givenScopedChats(context)
    const visible = async (groups: readonly number[]) => {
      const { threads, total } = await list(context, { reach: 'visible', groups })
      assert.equal(total, threads.length)
      return threads.map(({ chatId }) => chatId)
    }
    assert.deepEqual(await visible([0, 5]), ['open', 'ofGroup', 'ofAgent', 'joined'])
    assert.deepEqual(await visible([]), ['open', 'ofAgent', 'joined'])
    await context.write((tx) => tx.chats.removeMembers('joined', ['agent'], leaving()))
    assert.deepEqual(await visible([]), ['open', 'ofAgent'])
    assert.equal((await list(context, { reach: 'every' })).total, 6)
  })
}
