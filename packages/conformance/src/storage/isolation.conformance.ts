import assert from 'node:assert/strict'
import { added, agentMember, givenChat, newCustomer, newEvent } from './fixtures.js'
import type { StorageCases } from './suite.js'

export function isolationCases(cases: StorageCases): void {
  cases.add('reads never show uncommitted data', async ({ storage, read, license }) => {
    const early: Promise<unknown>[] = []
    const work = storage.transaction(async (tx) => {
      await tx.customers.insert(newCustomer(license, 'customer'))
      early.push(read.customers.get('customer'))
      await tx.customers.get('customer')
      throw new Error('refused')
    })
    await assert.rejects(work)
    assert.deepEqual(await Promise.all(early), [undefined])
  })

  cases.add('each read shows one committed state', async (context) => {
    const { storage, read } = context
    const before = await givenChat(context)
    const seen: ReturnType<typeof read.chats.get>[] = []
    const after = await storage.transaction(async (tx) => {
      const head = await tx.chats.addMembers('chat', [agentMember], 2_000)
      seen.push(read.chats.get('chat'))
      await tx.chats.append('chat', added([newEvent('a', { createdAt: 5_000 })]))
      seen.push(read.chats.get('chat'))
      return head
    })
    for (const chat of await Promise.all(seen)) {
      const isBefore = chat?.head.revision === before.revision
      assert.deepEqual(chat?.head, isBefore ? before : after)
      assert.equal(chat?.users.length, isBefore ? 1 : 2)
      assert.equal(chat?.lastActivityAt, isBefore ? 1_500 : 5_000)
    }
  })

  cases.add('reads show what a transaction has written as soon as it resolves', async (context) => {
    const { storage, read, license } = context
    for (let n = 0; n < 10; n++) {
      await storage.transaction((tx) => tx.customers.insert(newCustomer(license, `customer-${n}`)))
      assert.ok(await read.customers.get(`customer-${n}`))
    }
  })
}
