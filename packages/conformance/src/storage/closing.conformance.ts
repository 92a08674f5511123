import assert from 'node:assert/strict'
import { appendCommand, customerChats, newAgent } from './fixtures.js'
import { rejectsWithCode } from './rejections.js'
import type { StorageCases } from './suite.js'

export function closingCases(cases: StorageCases): void {
  cases.add(
    'answers a ping while it is open, with the time where it has one of its own',
    async ({ storage }) => {
      const first = await storage.ping()
      const second = await storage.ping()
      if (first === null || second === null) return assert.deepEqual([first, second], [null, null])
      assert.ok(Number.isInteger(first) && second >= first && second - first < 60_000)
    },
  )

  cases.add('rejects every later call', async ({ storage, read, license }) => {
    await storage.close()
    await rejectsWithCode(read.licenses.get(license.id), 'closed')
    await rejectsWithCode(read.chats.listByCustomer('customer', customerChats({ limit: 1 })), 'closed')
    await rejectsWithCode(
      storage.transaction(async () => {}),
      'closed',
    )
    await rejectsWithCode(storage.appendEvents([]), 'closed')
    await rejectsWithCode(storage.ping(), 'closed')
  })

  cases.add('can be closed twice, concurrently and one after the other', async ({ storage }) => {
    await Promise.all([storage.close(), storage.close()])
    assert.equal(await storage.close(), undefined)
  })

  cases.add('lets running work end', async ({ storage, license }) => {
    const work = storage.transaction(async (tx) => {
      await tx.agents.insert(newAgent(license, 'agent'))
      return (await tx.agents.get('agent'))?.id
    })
    const command = appendCommand({ id: 'nothing', revision: 1 }, [])
    const append = storage.appendEvents([command])
    await storage.close()
    assert.equal(await work, 'agent')
    assert.deepEqual(await append, [{ status: 'stale', head: undefined }])
  })
}
