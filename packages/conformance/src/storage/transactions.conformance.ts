import assert from 'node:assert/strict'
import type { StorageTransaction } from '@parley/core/storage'
import {
  added,
  agentMember,
  appendCommand,
  givenChat,
  newAgent,
  newCustomer,
  newEvent,
  send,
} from './fixtures.js'
import type { StorageCases } from './suite.js'

export function transactionCases(cases: StorageCases): void {
  outcomeCases(cases)
  atomicityCases(cases)
  lifetimeCases(cases)
}

function outcomeCases(cases: StorageCases): void {
  cases.add('resolves with the result of the work', async ({ storage }) => {
    const answer = { some: 'value' }
    assert.equal(await storage.transaction(async () => answer), answer)
  })

  cases.add('runs deferrable work even when no other work arrives', async ({ storage, license }) => {
    const inserted = storage.transaction(
      (tx) => tx.customers.insert(newCustomer(license, 'deferrable')),
      undefined,
      'deferrable',
    )
    await inserted
    assert.notEqual(await storage.read.customers.get('deferrable'), undefined)
  })

  cases.add('rejects with whatever the work has thrown', async ({ storage }) => {
    class Refusal extends Error {}
    const refusal = new Refusal('no')
    await assert.rejects(
      storage.transaction(async () => {
        throw refusal
      }),
      (error) => error === refusal,
    )
    await assert.rejects(
      storage.transaction(() => {
        throw refusal
      }),
      (error) => error === refusal,
    )
  })
}

function atomicityCases(cases: StorageCases): void {
  cases.add('rolls back failed work', async (context) => {
    const before = await givenChat(context)
    const chat = await context.read.chats.get('chat')
    const work = async (tx: StorageTransaction) => {
      await tx.customers.insert(newCustomer(context.license, 'other'))
      await tx.chats.addMembers('chat', [agentMember], 2_000)
      await tx.chats.append('chat', added([newEvent('a')]))
      await tx.chats.setLastSeen('chat', 'customer', 9_000)
      await tx.agents.logIn('agent', { routingStatus: 'keep', onlineUntil: 9_000 })
      throw new Error('after all that')
    }
    await assert.rejects(context.write(work), /after all that/)
    assert.equal(await context.read.customers.get('other'), undefined)
    assert.deepEqual(await context.read.chats.get('chat'), chat)
    assert.equal((await context.read.agents.get('agent'))?.onlineUntil, 0)
    const append = appendCommand(before, [newEvent('b')])
    assert.deepEqual(await send(context.storage, [append]), [{ status: 'stored', orders: [1] }])
  })

  cases.add('keeps the changes of other work when one fails', async ({ storage, read, license }) => {
    const insert = (id: string, isRefused: boolean) =>
      storage.transaction(async (tx) => {
        await tx.agents.insert(newAgent(license, id))
        if (isRefused) throw new Error('refused')
      })
    const ids = Array.from({ length: 20 }, (_, index) => `agent-${String(index).padStart(2, '0')}`)
    const results = await Promise.allSettled(ids.map((id, index) => insert(id, index % 3 === 0)))
    const kept = ids.filter((_, index) => index % 3 !== 0)
    assert.deepEqual(
      results.map(({ status }) => status === 'fulfilled'),
      ids.map((id) => kept.includes(id)),
    )
    assert.deepEqual(
      (await read.agents.list(license.id, 100)).map(({ id }) => id),
      kept,
    )
  })

  cases.add('commits nothing after a failed statement, even when the work continues', async (context) => {
    const { license, read, write } = context
    await write((tx) => tx.customers.insert(newCustomer(license, 'customer')))
    const work = async (tx: StorageTransaction) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      await tx.customers.insert(newCustomer(license, 'customer')).catch(() => {})
    }
    await assert.rejects(write(work))
    assert.equal(await read.agents.get('agent'), undefined)
  })
}

function lifetimeCases(cases: StorageCases): void {
  cases.add('makes its stores unusable when it ends', async ({ storage, read, license }) => {
    const ended: StorageTransaction[] = []
    await storage.transaction(async (tx) => {
      ended.push(tx)
    })
    await assert.rejects(
      storage.transaction(async (tx) => {
        ended.push(tx)
        throw new Error('refused')
      }),
    )
    for (const tx of ended) {
      await assert.rejects(tx.customers.insert(newCustomer(license, 'late')))
      await assert.rejects(tx.customers.get('late'))
    }
    assert.equal(await read.customers.get('late'), undefined)
  })

  cases.add('runs statements that were not awaited one by one', async ({ write, read, license }) => {
    await write(async (tx) => {
      await Promise.all(['a', 'b', 'c'].map((id) => tx.agents.insert(newAgent(license, id))))
    })
    assert.equal((await read.agents.list(license.id, 10)).length, 3)
  })
}
