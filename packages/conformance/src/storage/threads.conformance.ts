import assert from 'node:assert/strict'
import { added, givenChat, newChat, newEvent, newThread } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

/** Stores `chat` with the threads `first` (two events), `second` (none) and `third` (three, two for agents only). */
async function givenThreads(context: StorageContext): Promise<void> {
  await givenChat(context, { thread: newThread('first', { events: [newEvent('a'), newEvent('b')] }) })
  await context.write(async (tx) => {
    await tx.chats.closeThread('chat')
    await tx.chats.openThread('chat', newThread('second'))
    await tx.chats.closeThread('chat')
    await tx.chats.openThread('chat', newThread('third', { events: [newEvent('c')] }))
    const agentsOnly = [newEvent('d', { recipients: 'agents' }), newEvent('e', { recipients: 'agents' })]
    await tx.chats.append('chat', added(agentsOnly))
  })
}

export function threadCases(cases: StorageCases): void {
  listCases(cases)
  summaryCases(cases)
}

function listCases(cases: StorageCases): void {
  cases.add('lists the threads asked for by ascending order, with events in order', async (context) => {
    await givenThreads(context)
    const threads = await context.read.chats.listThreads('chat', ['third', 'unknown', 'first'])
    assert.deepEqual(
      threads.map(({ id, order, isActive }) => [id, order, isActive]),
      [
        ['first', 1, false],
        ['third', 3, true],
      ],
    )
    assert.deepEqual(
      threads.map(({ events }) => events.map(({ id, order }) => [id, order])),
      [
        [
          ['a', 1],
          ['b', 2],
        ],
        [
          ['c', 1],
          ['d', 2],
          ['e', 3],
        ],
      ],
    )
    assert.deepEqual(await context.read.chats.listThreads('chat', []), [])
  })

  cases.add('leaves out threads of other chats', async (context) => {
    await givenThreads(context)
    await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    assert.deepEqual(await context.read.chats.listThreads('other', ['first', 'third']), [])
  })

  cases.add('lists orders of threads newest first, page by page', async (context) => {
    await givenThreads(context)
    const orders = (before: number | null, limit: number) =>
      context.read.chats.listThreadOrders('chat', { before, limit })
    const [first, second, third] = ['first', 'second', 'third'].map((id, index) => ({ id, order: index + 1 }))
    assert.deepEqual(await orders(null, 10), [third, second, first])
    assert.deepEqual(await orders(null, 2), [third, second])
    assert.deepEqual(await orders(2, 2), [first])
    assert.deepEqual(await orders(1, 2), [])
    const page = { before: null, limit: 10 }
    assert.deepEqual(await context.read.chats.listThreadOrders('unknown', page), [])
  })
}

function summaryCases(cases: StorageCases): void {
  cases.add('summarizes threads newest first, with their counts', async (context) => {
    await givenThreads(context)
    const page = { before: null, offset: 0, limit: 10 }
    assert.deepEqual(await context.read.chats.listThreadSummaries('chat', page), {
      threads: [
        { id: 'third', order: 3, eventCount: 3, agentsOnlyEventCount: 2, richMessageCount: 0 },
        { id: 'second', order: 2, eventCount: 0, agentsOnlyEventCount: 0, richMessageCount: 0 },
        { id: 'first', order: 1, eventCount: 2, agentsOnlyEventCount: 0, richMessageCount: 0 },
      ],
      total: 3,
    })
  })

  cases.add('pages through summaries, with the total also beyond their end', async (context) => {
    await givenThreads(context)
    const page = async (offset: number, limit: number) => {
      const { threads, total } = await context.read.chats.listThreadSummaries('chat', {
        before: null,
        offset,
        limit,
      })
      return [threads.map(({ id }) => id), total]
    }
    assert.deepEqual(await page(0, 2), [['third', 'second'], 3])
    assert.deepEqual(await page(2, 2), [['first'], 3])
    assert.deepEqual(await page(3, 2), [[], 3])
    const before = { before: 3, offset: 0, limit: 1 }
    const { threads, total } = await context.read.chats.listThreadSummaries('chat', before)
    assert.deepEqual([threads.map(({ id }) => id), total], [['second'], 3])
  })
}
