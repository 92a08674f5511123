import assert from 'node:assert/strict'
import type { AppendCommand, ChatHead, NewEvents } from '@parley/core/storage'
import {
  type AppendOutcome,
  added,
  appendCommand,
  givenChat,
  newChat,
  newEvent,
  newThread,
  send,
  upTo,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const full: AppendOutcome = { status: 'full' }
const stored = (...orders: number[]): AppendOutcome => ({ status: 'stored', orders })

/** Returns `count` events of 100 bytes each, for a thread limited to 5 events and 1,000 bytes. */
function events(count: number, values: Partial<NewEvents> = {}): NewEvents {
  const bounds = { eventCount: 5, eventBytes: 1_000 }
  return added(
    upTo(count).map((n) => newEvent(`event-${n}`)),
    { bytes: 100 * count, bounds, ...values },
  )
}

function command(head: ChatHead, given: NewEvents): AppendCommand {
  return appendCommand(head, given.events, given)
}

async function countOf({ read }: StorageContext, head: ChatHead): Promise<number | undefined> {
  const [thread] = await read.chats.listThreads(head.id, [head.thread.id])
  return thread?.events.length
}

/** The two ways to append events, each returning the same kind of result. */
const ways = {
  'a command': async ({ storage }: StorageContext, head: ChatHead, given: NewEvents) => {
    const [result] = await send(storage, [command(head, given)])
    return result
  },
  'a transaction': async ({ write }: StorageContext, head: ChatHead, given: NewEvents) => {
    const orders = await write(async (tx) => {
      await tx.chats.lock(head.id)
      return tx.chats.append(head.id, given)
    })
    return orders === 'full' ? full : stored(...orders)
  },
}

export function threadBoundCases(cases: StorageCases): void {
  for (const [way, append] of Object.entries(ways)) eitherWayCases(cases, way, append)
  threadCases(cases)
  batchCases(cases)
  concurrentCases(cases)
}

type Append = (
  context: StorageContext,
  head: ChatHead,
  given: NewEvents,
) => Promise<AppendOutcome | undefined>

function eitherWayCases(cases: StorageCases, way: string, append: Append): void {
  cases.add(`${way} fills a thread up to its count of events, and no further`, async (context) => {
    const head = await givenChat(context)
    assert.deepEqual(await append(context, head, events(3)), stored(1, 2, 3))
    assert.deepEqual(await append(context, head, events(3)), full)
    assert.deepEqual(await append(context, head, events(2)), stored(4, 5))
    assert.deepEqual(await append(context, head, events(1)), full)
    assert.equal(await countOf(context, head), 5)
  })

  cases.add(`${way} fills a thread up to its bytes, and no further`, async (context) => {
    const head = await givenChat(context)
    assert.deepEqual(await append(context, head, events(1, { bytes: 900 })), stored(1))
    assert.deepEqual(await append(context, head, events(1, { bytes: 101 })), full)
    assert.deepEqual(await append(context, head, events(1, { bytes: 100 })), stored(2))
    assert.deepEqual(await append(context, head, events(1, { bytes: 1 })), full)
    assert.equal(await countOf(context, head), 2)
  })

  cases.add(`${way} without bounds goes on beyond them`, async (context) => {
    const head = await givenChat(context)
    await append(context, head, events(5))
    assert.deepEqual(await append(context, head, events(1, { bounds: null })), stored(6))
    assert.deepEqual(await append(context, head, events(1)), full)
  })

  cases.add(`${way} without events succeeds in a full thread`, async (context) => {
    const head = await givenChat(context)
    await append(context, head, events(6, { bounds: null }))
    assert.deepEqual(await append(context, head, events(0)), stored())
  })

  cases.add(`${way} that exceeds the bounds changes nothing of the chat`, async (context) => {
    const head = await givenChat(context)
    await append(context, head, events(5))
    const before = await context.read.chats.get(head.id)
    const later = added([newEvent('later', { createdAt: 9_000 })], { bounds: events(0).bounds })
    assert.deepEqual(await append(context, head, later), full)
    assert.deepEqual(await context.read.chats.get(head.id), before)
    assert.equal(await context.read.chats.getTimeoutsFrom(head.id), 2_000)
  })
}

function threadCases(cases: StorageCases): void {
  cases.add('counts the events that a chat and a thread begin with', async (context) => {
    const thread = newThread('first', { events: events(2).events, bytes: 700 })
    const head = await givenChat(context, { thread })
    assert.deepEqual(await ways['a command'](context, head, events(1, { bytes: 301 })), full)
    assert.deepEqual(await ways['a command'](context, head, events(4, { bytes: 0 })), full)
    const next = await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      return tx.chats.openThread('chat', newThread('second', { events: events(1).events, bytes: 800 }))
    })
    assert.deepEqual(await ways['a command'](context, next, events(1, { bytes: 201 })), full)
    assert.deepEqual(await ways['a command'](context, next, events(4, { bytes: 200 })), stored(2, 3, 4, 5))
  })

  cases.add('bounds a closed thread like an active one', async (context) => {
    await givenChat(context)
    const head = await context.write((tx) => tx.chats.closeThread('chat'))
    assert.deepEqual(await ways['a command'](context, head, events(5)), stored(1, 2, 3, 4, 5))
    for (const append of Object.values(ways)) assert.deepEqual(await append(context, head, events(1)), full)
  })

  cases.add('rejects events for a chat that does not exist', async (context) => {
    await assert.rejects(
      context.write((tx) => tx.chats.append('nothing', events(1))),
      /no chat nothing/,
    )
  })

  cases.add('measures each thread by what its events count for', async (context) => {
    const first = newThread('first', { events: events(1).events, bytes: 10_000 })
    const head = await givenChat(context, { thread: first })
    await ways['a command'](context, head, added([newEvent('b')], { bytes: 20_000 }))
    await context.write(async (tx) => {
      await tx.chats.append('chat', added([newEvent('c')], { bytes: 40_000 }))
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second', { bytes: 100_000 }))
    })
    const threads = await context.read.chats.measureThreads('chat', ['second', 'unknown', 'first'])
    assert.deepEqual(
      threads.map(({ id, bytes }) => [id, Math.floor(bytes / 1_000)]),
      [
        ['first', 70],
        ['second', 100],
      ],
    )
    await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    assert.deepEqual(await context.read.chats.measureThreads('other', ['first']), [])
  })

  cases.add('measures all that there is of a thread besides its events', async (context) => {
    const properties = { test: { text: '漢"'.repeat(1_000), flag: true, number: -1 }, other: { a: 1 } }
    const members = upTo(50).map(
      (n) => ({ id: `agent-${n}@${'example'.repeat(9)}.com`, kind: 'agent' }) as const,
    )
    await givenChat(context, { members, thread: newThread('first', { properties }) })
    const [thread] = await context.read.chats.measureThreads('chat', ['first'])
    assert.equal(thread?.userIds.length, 50)
    const { bytes = 0, ...shown } = thread ?? {}
    assert.ok(bytes >= Buffer.byteLength(JSON.stringify(shown)))
  })

  cases.add('reads the events of a short thread with its measure, and no others', async (context) => {
    const short = newThread('first', { events: [newEvent('a'), newEvent('b')], bytes: 16_384 })
    await givenChat(context, { thread: short })
    const [whole] = await context.read.chats.listThreads('chat', ['first'])
    const [{ bytes, ...measured } = { bytes: 0 }] = await context.read.chats.measureThreads('chat', ['first'])
    assert.ok(bytes > 16_384)
    assert.deepEqual(measured, whole)
    await context.write((tx) => tx.chats.append('chat', added([newEvent('c')], { bytes: 1 })))
    const [longer] = await context.read.chats.measureThreads('chat', ['first'])
    assert.equal(longer?.events, undefined)
  })

  cases.add('reads a long thread whole and in its order, piece by piece', async (context) => {
    const head = await givenChat(context)
    const contentOf = (n: number) => ({ type: 'message', text: `${n} ${'漢'.repeat(n % 400)}` }) as const
    const many = upTo(1_300).map((n) => newEvent(`event-${n}`, { content: contentOf(n) }))
    await ways['a command'](context, head, added(many, { bytes: 2_000_000 }))
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second', { events: [newEvent('short')], bytes: 300 }))
    })
    const [long, short] = await context.read.chats.listThreads('chat', ['second', head.thread.id])
    assert.deepEqual(
      long?.events,
      many.map((event, index) => ({ ...event, order: index + 1 })),
    )
    assert.deepEqual(short?.events, [{ ...newEvent('short'), order: 1 }])
    const again = context.read.chats.listThreads('chat', [head.thread.id])
    assert.ok((await turnsUntil(again)) > 2, 'nobody else had a turn')
    const inTransaction = await context.write((tx) => tx.chats.listThreads('chat', [head.thread.id]))
    assert.deepEqual(inTransaction, [long])
  })
}

/** Counts how often other work of the process got a turn until `work` was done. */
async function turnsUntil(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  let turns = 0
  for (; !isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  await work
  return turns
}

function batchCases(cases: StorageCases): void {
  cases.add('lets the commands of a call see what those before them have stored', async (context) => {
    const head = await givenChat(context)
    const results = await send(context.storage, [
      command(head, events(2)),
      command(head, events(2)),
      command(head, events(2)),
    ])
    assert.deepEqual(results, [stored(1, 2), stored(3, 4), full])
    assert.equal(await countOf(context, head), 4)
  })

  cases.add('lets commands see the bytes of those before them', async (context) => {
    const head = await givenChat(context)
    const results = await send(context.storage, [
      command(head, events(1, { bytes: 999 })),
      command(head, events(1, { bytes: 2 })),
    ])
    assert.deepEqual(results, [stored(1), full])
  })

  cases.add('stores events of other chats next to a full one', async (context) => {
    const head = await givenChat(context)
    const other = await context.write((tx) => tx.chats.insert(newChat(context.license, 'another')))
    await send(context.storage, [command(head, events(5))])
    const results = await send(context.storage, [
      command(other, events(1)),
      command(head, events(1)),
      command({ ...head, revision: head.revision + 1 }, events(1)),
      command(other, events(4)),
      command(other, events(1)),
    ])
    assert.deepEqual(results, [stored(1), full, { status: 'stale', head }, stored(2, 3, 4, 5), full])
  })
}

function concurrentCases(cases: StorageCases): void {
  cases.add('never exceeds the bounds during concurrent appends', async (context) => {
    const head = await givenChat(context)
    const append = (n: number) => {
      const way = n % 2 === 0 ? ways['a command'] : ways['a transaction']
      return way(context, head, events(1, { bounds: { eventCount: 7, eventBytes: 1_000 } }))
    }
    const results = await Promise.all(upTo(20).map(append))
    const orders = results.flatMap((result) => (result?.status === 'stored' ? result.orders : []))
    assert.deepEqual([...orders].sort(), upTo(7))
    assert.equal(results.filter((result) => result?.status === 'full').length, 13)
    assert.equal(await countOf(context, head), 7)
  })
}
