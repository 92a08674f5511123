import assert from 'node:assert/strict'
import type { ChatHead } from '@parley/core/storage'
import {
  added,
  agentMember,
  customerMember,
  givenChat,
  leaving,
  newAgent,
  newEvent,
  newThread,
} from './fixtures.js'
import { withTerms } from './property-term-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const second = { id: 'second', kind: 'agent' } as const

/** Stores a chat whose thread began at 1,500 and waits in the queue. */
function givenWaiting(context: StorageContext, members = [customerMember]): Promise<ChatHead> {
  return givenChat(context, { members, thread: newThread('first', { waits: true }) })
}

async function waitingSince({ read }: StorageContext): Promise<number | null | undefined> {
  return (await read.chats.getHead('chat'))?.thread.waitingSince
}

const timeoutsFrom = ({ read }: StorageContext) => read.chats.getTimeoutsFrom('chat')

export function waitingCases(cases: StorageCases): void {
  beginningCases(cases)
  servingCases(cases)
  leavingCases(cases)
}

function beginningCases(cases: StorageCases): void {
  cases.add('a chat begins waiting or not, as given', async (context) => {
    const head = await givenWaiting(context)
    assert.equal(head.thread.waitingSince, 1_500)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })

  cases.add('a thread begins waiting or not, as given', async (context) => {
    const { thread } = await givenChat(context)
    assert.equal(thread.waitingSince, null)
    for (const [id, waits, since] of [
      ['second', true, 5_000],
      ['third', false, null],
    ] as const) {
      const head = await context.write(async (tx) => {
        await tx.chats.closeThread('chat')
        return tx.chats.openThread('chat', newThread(id, { createdAt: 5_000, waits }))
      })
      assert.equal(head.thread.waitingSince, since)
      assert.deepEqual(await context.read.chats.getHead('chat'), head)
    }
  })

  cases.add('waits since it began by the steady clock, whatever its date', async (context) => {
    const begun = { createdAt: 5_000, beganAt: 2_500, waits: true }
    const first = await givenChat(context, { thread: newThread('first', begun) })
    assert.equal(first.thread.waitingSince, 2_500)
    const head = await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      return tx.chats.openThread('chat', newThread('second', { ...begun, beganAt: 9_500 }))
    })
    assert.equal(head.thread.waitingSince, 9_500)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })

  cases.add('a closed thread no longer waits', async (context) => {
    await givenWaiting(context)
    const head = await context.write((tx) => tx.chats.closeThread('chat'))
    assert.equal(head.thread.waitingSince, null)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })

  cases.add('events, scopes and properties leave it waiting', async (context) => {
    await givenWaiting(context)
    await context.write(async (tx) => {
      await tx.chats.append('chat', added([newEvent('a')]))
      await tx.chats.setScopes('chat', { groups: [3], agents: [] })
      await tx.chats.setProperties('chat', withTerms({ b: 1 }))
    })
    assert.equal(await waitingSince(context), 1_500)
  })
}

function servingCases(cases: StorageCases): void {
  cases.add('an agent who joins ends the waiting, and the timeouts start then', async (context) => {
    const before = await givenWaiting(context)
    const head = await context.write((tx) => tx.chats.addMembers('chat', [agentMember], 7_000))
    assert.equal(head.thread.waitingSince, null)
    assert.ok(head.revision > before.revision)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
    assert.equal(await timeoutsFrom(context), 7_000)
  })

  cases.add('timeouts that start later than the joining stay', async (context) => {
    await givenWaiting(context)
    await context.write(async (tx) => {
      await tx.chats.append('chat', added([newEvent('a', { createdAt: 9_000 })]))
      await tx.chats.addMembers('chat', [agentMember], 7_000)
    })
    assert.equal(await timeoutsFrom(context), 9_000)
  })

  cases.add('an agent who joins a thread that does not wait leaves its timeouts', async (context) => {
    await givenChat(context, { members: [customerMember, agentMember] })
    await context.write(async (tx) => {
      await tx.agents.insert(newAgent(context.license, 'second'))
      await tx.chats.addMembers('chat', [second], 7_000)
    })
    assert.equal(await timeoutsFrom(context), 1_500)
  })

  cases.add('adding a customer or a present member does not end the waiting', async (context) => {
    const before = await givenWaiting(context, [customerMember, agentMember])
    const members = [agentMember, { id: 'guest', kind: 'customer' } as const]
    const unchanged = await context.write((tx) => tx.chats.addMembers('chat', [agentMember], 7_000))
    assert.deepEqual(unchanged, before)
    const head = await context.write((tx) => tx.chats.addMembers('chat', members, 7_000))
    assert.equal(head.thread.waitingSince, 1_500)
    assert.equal(await timeoutsFrom(context), 1_500)
  })

  cases.add('a member can end the waiting without being added', async (context) => {
    const before = await givenWaiting(context, [customerMember, agentMember])
    const head = await context.write((tx) => tx.routing.stopWaiting('chat', 7_000))
    assert.deepEqual(head.members, before.members)
    assert.equal(head.thread.waitingSince, null)
    assert.ok(head.revision > before.revision)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
    assert.equal(await timeoutsFrom(context), 7_000)
  })

  cases.add('ending a waiting that does not exist changes nothing', async (context) => {
    const before = await givenChat(context, { members: [customerMember, agentMember] })
    assert.deepEqual(await context.write((tx) => tx.routing.stopWaiting('chat', 7_000)), before)
    assert.deepEqual(await context.read.chats.getHead('chat'), before)
    assert.equal(await timeoutsFrom(context), 1_500)
  })
}

function leavingCases(cases: StorageCases): void {
  const leave = (context: StorageContext, waits: boolean) =>
    context.write((tx) => tx.chats.removeMembers('chat', ['agent'], leaving({ waits })))

  cases.add('the thread waits again at its former position, as given', async (context) => {
    await givenChat(context, { members: [customerMember, agentMember] })
    await context.write((tx) => tx.chats.append('chat', added([newEvent('a', { createdAt: 9_000 })])))
    const head = await leave(context, true)
    assert.equal(head.thread.waitingSince, 1_500)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })

  cases.add('the former position is the beginning of the thread by the steady clock', async (context) => {
    const members = [customerMember, agentMember]
    await givenChat(context, { members, thread: newThread('first', { createdAt: 5_000, beganAt: 2_500 }) })
    await context.write((tx) => tx.chats.append('chat', added([newEvent('a', { createdAt: 9_000 })])))
    assert.equal((await leave(context, true)).thread.waitingSince, 2_500)
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.addMembers('chat', [agentMember], 9_000)
      await tx.chats.openThread('chat', newThread('second', { createdAt: 5_000, beganAt: 9_500 }))
    })
    const head = await leave(context, true)
    assert.equal(head.thread.waitingSince, 9_500)
    assert.deepEqual(await context.read.chats.getHead('chat'), head)
  })

  cases.add('the thread stays unchanged unless told to wait', async (context) => {
    await givenChat(context, { members: [customerMember, agentMember] })
    assert.equal((await leave(context, false)).thread.waitingSince, null)
  })

  cases.add('a waiting thread keeps waiting', async (context) => {
    await givenWaiting(context, [customerMember, agentMember])
    assert.equal((await leave(context, false)).thread.waitingSince, 1_500)
  })

  cases.add('no thread waits when no member left', async (context) => {
    const before = await givenChat(context)
    assert.deepEqual(await leave(context, true), before)
  })

  cases.add('without an active thread nothing can wait', async (context) => {
    await givenChat(context, { members: [customerMember, agentMember] })
    await context.write((tx) => tx.chats.closeThread('chat'))
    await assert.rejects(leave(context, true))
    assert.equal(await waitingSince(context), null)
  })
}
