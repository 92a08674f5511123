import assert from 'node:assert/strict'
import { customerMember, newAgent, newChat, newLicense, newThread } from './fixtures.js'
import { givenAvailable, givenThread } from './routing-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const position = (waitingSince: number, chatId: string) => ({ waitingSince, chatId })

/**
 * Stores a queue in which `c` and `b` wait since 2,000 and `a` since 3,000, plus an earlier thread of another license.
 */
async function givenLine(context: StorageContext): Promise<void> {
  for (const [id, at] of [
    ['c', 2_000],
    ['b', 2_000],
    ['a', 3_000],
  ] as const) {
    await givenThread(context, id, { at })
  }
  await givenThread(context, 'served', { at: 1_000, agentIds: ['agent'], waits: false })
  const license = await context.write((tx) => tx.licenses.insert(newLicense()))
  await givenThread({ ...context, license }, 'elsewhere', { at: 1_000 })
}

export function queueCases(cases: StorageCases): void {
  cases.add('counts the threads before a queue position, up to a limit', async (context) => {
    await givenLine(context)
    const { read, license } = context
    const count = async (waitingSince: number, chatId: string, limit = 10) => {
      return (await read.routing.getQueueStatus(license.id, position(waitingSince, chatId), limit)).aheadCount
    }
    assert.equal(await count(2_000, 'b'), 0)
    assert.equal(await count(2_000, 'c'), 1)
    assert.equal(await count(3_000, 'a'), 2)
    assert.equal(await count(9_000, 'new'), 3)
    assert.equal(await count(9_000, 'new', 2), 2)
    assert.equal(await count(9_000, 'new', 0), 0)
  })

  cases.add('lists the first threads before a queue position', async (context) => {
    await givenLine(context)
    const { read, license } = context
    const list = (waitingSince: number, chatId: string, limit = 10) =>
      read.routing.listPositionsBefore(license.id, position(waitingSince, chatId), limit)
    assert.deepEqual(await list(2_000, 'b'), [])
    assert.deepEqual(await list(2_000, 'bb'), [position(2_000, 'b')])
    assert.deepEqual(await list(9_000, 'new'), [
      position(2_000, 'b'),
      position(2_000, 'c'),
      position(3_000, 'a'),
    ])
    assert.deepEqual(await list(9_000, 'new', 2), [position(2_000, 'b'), position(2_000, 'c')])
  })

  cases.add('lists the front of the queue with its customers', async (context) => {
    await givenLine(context)
    const withoutCustomer = {
      ...{ createdAt: 4_000, members: [] },
      thread: newThread('d-thread', { createdAt: 4_000, waits: true }),
    }
    await context.write((tx) => tx.chats.insert(newChat(context.license, 'd', withoutCustomer)))
    const { read, license } = context
    const customerId = customerMember.id
    const front = [
      { ...position(2_000, 'b'), customerId },
      { ...position(2_000, 'c'), customerId },
      { ...position(3_000, 'a'), customerId },
      { ...position(4_000, 'd'), customerId: null },
    ]
    const list = async (limit: number) => (await read.routing.getQueueFront(license.id, limit)).positions
    assert.deepEqual(await list(10), front)
    assert.deepEqual(await list(2), front.slice(0, 2))
  })

  cases.add('answers whether any agent of the license accepts chats, even at the limit', async (context) => {
    const { read, write, license } = context
    await givenThread(context, 'chat')
    const answers = async () => {
      const standing = await read.routing.getQueueStatus(license.id, position(9_000, 'new'), 10)
      const front = await read.routing.getQueueFront(license.id, 10)
      return [standing.isAccepting, front.isAccepting]
    }
    const stranger = await write((tx) => tx.licenses.insert(newLicense()))
    await givenAvailable({ ...context, license: stranger }, 'stranger')
    const busy = { onlineUntil: 'forever', routingStatus: 'not_accepting_chats' } as const
    await write(async (tx) => {
      await tx.agents.insert(newAgent(license, 'away', { onlineUntil: 5_000 }))
      await tx.agents.insert(newAgent(license, 'busy', busy))
    })
    assert.deepEqual(await answers(), [false, false])
    await givenAvailable(context, 'full', { maxChatsCount: 0 })
    assert.deepEqual(await answers(), [true, true])
    assert.equal((await read.routing.getQueueFront(stranger.id, 10)).isAccepting, false)
  })
}
