import assert from 'node:assert/strict'
import type { AppendResult, NewEvent, StorageTransaction } from '@parley/core/storage'
import {
  added,
  agentMember,
  appendCommand,
  givenChat,
  newChat,
  newEvent,
  newThread,
  upTo,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const count = 50

async function storedIdsByOrder(context: StorageContext): Promise<readonly (readonly [string, number])[]> {
  const [thread] = await context.read.chats.listThreads('chat', ['chat-thread-1'])
  return thread?.events.map(({ id, order }) => [id, order] as const) ?? []
}

async function appended(tx: StorageTransaction, event: NewEvent): Promise<readonly number[]> {
  const orders = await tx.chats.append('chat', added([event]))
  return orders === 'full' ? assert.fail('a thread without bounds is full') : orders
}

const ascending = (numbers: readonly number[]) => [...numbers].sort((left, right) => left - right)

export function concurrencyCases(cases: StorageCases): void {
  appendCases(cases)
  mixedCases(cases)
  lockCases(cases)
}

function appendCases(cases: StorageCases): void {
  cases.add(
    'applies and answers parallel calls about one chat in the order they were made',
    async (context) => {
      const { revision } = await givenChat(context)
      const answered: AppendResult[] = []
      const append = async (n: number) => {
        const command = appendCommand({ id: 'chat', revision }, [newEvent(`event-${n}`)])
        answered.push(...(await context.storage.appendEvents([command])))
      }
      await Promise.all(upTo(count).map(append))
      assert.deepEqual(
        answered,
        upTo(count).map((order) => {
          const taken = { sequence: order + 1, previousAt: order === 1 ? 1_500 : 2_000 }
          return { status: 'stored', orders: [order], taken }
        }),
      )
      assert.deepEqual(
        await storedIdsByOrder(context),
        upTo(count).map((order) => [`event-${order}`, order]),
      )
    },
  )

  cases.add(`gives ${count} parallel transactions the orders 1 to ${count}`, async (context) => {
    await givenChat(context)
    const orders = await Promise.all(
      upTo(count).map((n) =>
        context.write(async (tx) => {
          await tx.chats.lock('chat')
          return appended(tx, newEvent(`event-${n}`))
        }),
      ),
    )
    assert.deepEqual(ascending(orders.flat()), upTo(count))
    assert.deepEqual(
      (await storedIdsByOrder(context)).map(([, order]) => order),
      upTo(count),
    )
  })
}

function mixedCases(cases: StorageCases): void {
  cases.add('gives both ways of appending together orders without gap or repeat', async (context) => {
    const { revision } = await givenChat(context)
    const append = async (n: number) => {
      if (n % 2 === 0) {
        return context.write(async (tx) => {
          await tx.chats.lock('chat')
          return appended(tx, newEvent(`event-${n}`))
        })
      }
      const command = appendCommand({ id: 'chat', revision }, [newEvent(`event-${n}`)])
      const [result] = await context.storage.appendEvents([command])
      return result?.status === 'stored' ? result.orders : []
    }
    const orders = await Promise.all(upTo(count).map(append))
    assert.deepEqual(ascending(orders.flat()), upTo(count))
  })

  cases.add('never stores a command that was decided on a head that has changed', async (context) => {
    const { revision } = await givenChat(context)
    const append = (id: string) =>
      context.storage.appendEvents([appendCommand({ id: 'chat', revision }, [newEvent(id)])])
    const change = context.write(async (tx) => {
      await tx.chats.lock('chat')
      const orders = await appended(tx, newEvent('last of its revision'))
      const head = await tx.chats.addMembers('chat', [agentMember], 2_000)
      return { orders, head }
    })
    const results = (await Promise.all(upTo(20).map((n) => append(`event-${n}`)))).flat()
    const { orders, head } = await change
    const lastOrder = orders[0] ?? 0
    for (const result of results) {
      if (result.status === 'stored') assert.ok((result.orders[0] ?? 0) < lastOrder)
      else assert.deepEqual(result, { status: 'stale', head })
    }
  })
}

function lockCases(cases: StorageCases): void {
  cases.add('serializes changes to one chat by its lock', async (context) => {
    await givenChat(context)
    const reopen = (n: number) =>
      context.write(async (tx) => {
        const head = await tx.chats.lock('chat')
        if (head?.thread.isActive) await tx.chats.closeThread('chat')
        return tx.chats.openThread('chat', newThread(`thread-${n}`))
      })
    const heads = await Promise.all(upTo(15).map(reopen))
    assert.deepEqual(
      ascending(heads.map(({ thread }) => thread.order)),
      upTo(15).map((n) => n + 1),
    )
    assert.equal((await context.read.chats.listThreadOrders('chat', { before: null, limit: 20 })).length, 16)
  })

  cases.add('does not deadlock transactions that lock two chats in opposite order', async (context) => {
    await givenChat(context)
    await context.write((tx) => tx.chats.insert(newChat(context.license, 'other')))
    const append = (n: number) =>
      context.write(async (tx) => {
        const chatIds = n % 2 === 0 ? ['chat', 'other'] : ['other', 'chat']
        for (const chatId of chatIds) {
          await tx.chats.lock(chatId)
          await tx.chats.append(chatId, added([newEvent(`event-${n}-${chatId}`)]))
        }
      })
    await Promise.all(upTo(4).map(append))
    assert.deepEqual(
      (await storedIdsByOrder(context)).map(([, order]) => order),
      upTo(4),
    )
  })
}
