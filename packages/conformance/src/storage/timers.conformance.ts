import assert from 'node:assert/strict'
import type { ThreadTimer } from '@parley/core/storage'
import { added, agentMember, appendCommand, leaving, newEvent, newThread } from './fixtures.js'
import { givenThread } from './routing-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const end = 1_000_000

const timed = ({ read }: StorageContext, until = end, after: ThreadTimer | null = null, limit = 100) =>
  read.routing.listTimed(until, { after, limit })

async function timedIds(
  context: StorageContext,
  ...query: [until?: number, after?: ThreadTimer, limit?: number]
) {
  return (await timed(context, ...query)).map(({ chatId }) => chatId)
}

/** Stores a chat with an agent, whose thread began at `at`. */
const givenServed = (context: StorageContext, id: string, at: number) =>
  givenThread(context, id, { at, agentIds: ['agent'], waits: false })

const claim = (context: StorageContext, chatId: string, until = end) =>
  context.write((tx) => tx.routing.claimTimed(chatId, until))

export function timerCases(cases: StorageCases): void {
  existenceCases(cases)
  settingCases(cases)
  claimCases(cases)
}

function existenceCases(cases: StorageCases): void {
  cases.add('an active thread that does not wait has a timer, the earliest first', async (context) => {
    await givenServed(context, 'b', 2_000)
    await givenServed(context, 'a', 3_000)
    await givenServed(context, 'c', 2_000)
    await givenServed(context, 'd', 1_000)
    await givenThread(context, 'waiting', { at: 500 })
    assert.deepEqual(await timedIds(context), ['d', 'b', 'c', 'a'])
    assert.deepEqual(await timedIds(context, 2_000), ['d', 'b', 'c'])
    assert.deepEqual(await timedIds(context, 1_999), ['d'])
    assert.deepEqual(await timedIds(context, end, { timerAt: 2_000, chatId: 'b' }), ['c', 'a'])
    assert.deepEqual(await timedIds(context, end, { timerAt: 2_000, chatId: 'b' }, 1), ['c'])
  })

  cases.add('answers what the timers of a thread depend on', async (context) => {
    const thread = newThread('thread', { createdAt: 1_000, beganAt: 1_007 })
    await givenServed(context, 'chat', 1_000)
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', thread)
    })
    const shown = { chatId: 'chat', timerAt: 1_007, timeoutsFrom: 1_007, isIdleAnnounced: false }
    assert.deepEqual(await timed(context), [shown])
  })

  cases.add('a thread that waits again, or is closed, has none', async (context) => {
    for (const id of ['left', 'closed']) await givenServed(context, id, 1_000)
    await context.write(async (tx) => {
      await tx.chats.removeMembers('left', ['agent'], leaving({ waits: true }))
      await tx.chats.closeThread('closed')
    })
    assert.deepEqual(await timed(context), [])
  })

  cases.add('the end of waiting sets a timer to the start of the timeouts', async (context) => {
    await givenThread(context, 'chat', { at: 1_000 })
    await context.write((tx) => tx.chats.addMembers('chat', [agentMember], 7_000))
    assert.equal((await timed(context))[0]?.timerAt, 7_000)
  })

  cases.add('the next thread sets a timer to the start of its timeouts', async (context) => {
    await givenServed(context, 'chat', 1_000)
    await context.write(async (tx) => {
      await tx.routing.setIdle('chat', 2_000)
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('next', { createdAt: 6_000 }))
    })
    const [thread] = await timed(context)
    assert.deepEqual([thread?.timerAt, thread?.isIdleAnnounced], [6_000, false])
  })

  cases.add('events do not move a timer', async (context) => {
    const head = await givenServed(context, 'chat', 1_000)
    await context.storage.appendEvents([appendCommand(head, [newEvent('a', { createdAt: 9_000 })])])
    await context.write((tx) => tx.chats.append('chat', added([newEvent('b', { createdAt: 9_500 })])))
    const [thread] = await timed(context)
    assert.deepEqual([thread?.timerAt, thread?.timeoutsFrom], [1_000, 9_500])
  })
}

function settingCases(cases: StorageCases): void {
  cases.add('timers are set to later, and never back', async (context) => {
    for (const [id, at] of [
      ['early', 1_000],
      ['late', 5_000],
      ['other', 2_000],
    ] as const) {
      await givenServed(context, id, at)
    }
    const timers = ['late', 'nothing', 'early'].map((chatId) => ({ chatId, timerAt: 4_000 }))
    await context.write((tx) => tx.routing.postponeTimers(timers))
    const positions = (await timed(context)).map(({ chatId, timerAt }) => [chatId, timerAt])
    assert.deepEqual(positions, [
      ['other', 2_000],
      ['early', 4_000],
      ['late', 5_000],
    ])
    await context.write((tx) => tx.routing.postponeTimers([]))
  })

  cases.add('an announced silence stays recorded until the timeouts start later', async (context) => {
    const head = await givenServed(context, 'chat', 1_000)
    await context.write((tx) => tx.routing.setIdle('chat', 2_000))
    const told = async () => {
      const [thread] = await timed(context)
      return [thread?.timerAt, thread?.isIdleAnnounced]
    }
    assert.deepEqual(await told(), [2_000, true])
    await context.write((tx) => tx.routing.postponeTimers([{ chatId: 'chat', timerAt: 2_500 }]))
    const note = appendCommand(head, [newEvent('a', { createdAt: 3_000 })], { timeoutsFrom: null })
    await context.storage.appendEvents([note])
    assert.deepEqual(await told(), [2_500, true])
    await context.storage.appendEvents([appendCommand(head, [newEvent('b', { createdAt: 4_000 })])])
    assert.deepEqual(await told(), [2_500, false])
  })

  cases.add('no silence is announced in a thread without a timer', async (context) => {
    await givenThread(context, 'chat')
    await assert.rejects(context.write((tx) => tx.routing.setIdle('chat', 1)))
  })
}

function claimCases(cases: StorageCases): void {
  cases.add('claims a chat whose timer has come, and no other', async (context) => {
    const head = await givenServed(context, 'chat', 3_000)
    await givenThread(context, 'waiting', { at: 1_000 })
    const [thread] = await timed(context)
    assert.deepEqual(await claim(context, 'chat', 3_000), { head, timed: thread })
    assert.equal(await claim(context, 'chat', 2_999), undefined)
    assert.equal(await claim(context, 'waiting'), undefined)
    assert.equal(await claim(context, 'nothing'), undefined)
  })

  cases.addIf('concurrentNodes', 'a timed thread that comes due is claimed by one node', async (context) => {
    await givenServed(context, 'chat', 1_000)
    const nodes = [context.storage, await context.another(), await context.another()]
    const claims = nodes.map((node) =>
      node.transaction(async (tx) => {
        const claimed = await tx.routing.claimTimed('chat', 1_000)
        if (claimed !== undefined) await tx.routing.setIdle('chat', 9_000)
        return claimed !== undefined
      }),
    )
    const claimed = (await Promise.all(claims)).filter((isClaimed) => isClaimed)
    assert.equal(claimed.length, 1)
  })
}
