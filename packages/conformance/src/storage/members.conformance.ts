import assert from 'node:assert/strict'
import type { ChatMember } from '@parley/core/storage'
import {
  agentMember,
  customerChats,
  customerMember,
  givenChat,
  leaving,
  newAgent,
  newCustomer,
  newThread,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const second: ChatMember = { id: 'second', kind: 'agent' }

async function users(context: StorageContext) {
  const chat = await context.read.chats.get('chat')
  return chat?.users.map((user) => {
    return [user.kind === 'agent' ? user.agent.id : user.customer.id, user.isPresent]
  })
}

async function threadUsers(context: StorageContext, threadId: string) {
  const [thread] = await context.read.chats.listThreads('chat', [threadId])
  return thread?.userIds
}

export function memberCases(cases: StorageCases): void {
  joiningCases(cases)
  leavingCases(cases)
  countingCases(cases)
}

function joiningCases(cases: StorageCases): void {
  cases.add('adds members to the chat and its active thread, in the order of joining', async (context) => {
    const before = await givenChat(context)
    await context.write((tx) => tx.agents.insert(newAgent(context.license, 'second')))
    const after = await context.write((tx) => tx.chats.addMembers('chat', [second, agentMember], 2_000))
    assert.ok(after.revision > before.revision)
    assert.deepEqual(after.members, [customerMember, second, agentMember])
    assert.deepEqual(await context.read.chats.getHead('chat'), after)
    assert.deepEqual(await users(context), [
      ['customer', true],
      ['second', true],
      ['agent', true],
    ])
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer', 'second', 'agent'])
  })

  cases.add('changes nothing for members who are already present', async (context) => {
    const before = await givenChat(context)
    for (const members of [[customerMember], []]) {
      assert.deepEqual(await context.write((tx) => tx.chats.addMembers('chat', members, 2_000)), before)
    }
    assert.deepEqual(await context.read.chats.getHead('chat'), before)
  })

  cases.add('does not add a new member to a closed thread', async (context) => {
    await givenChat(context)
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.addMembers('chat', [agentMember], 2_000)
    })
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer'])
    await context.write((tx) => tx.chats.openThread('chat', newThread('second')))
    assert.deepEqual(await threadUsers(context, 'second'), ['customer', 'agent'])
  })

  cases.add('brings back a member who left', async (context) => {
    await givenChat(context, { members: [agentMember, customerMember] })
    await context.write((tx) => tx.chats.removeMembers('chat', ['agent'], leaving()))
    const head = await context.write((tx) => tx.chats.addMembers('chat', [agentMember], 3_000))
    assert.deepEqual(head.members, [customerMember, agentMember])
    assert.deepEqual(await users(context), [
      ['agent', true],
      ['customer', true],
    ])
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['agent', 'customer'])
  })
}

function leavingCases(cases: StorageCases): void {
  cases.add('keeps a former member as not present while a thread names them', async (context) => {
    const before = await givenChat(context, { members: [customerMember, agentMember] })
    await context.write((tx) => tx.chats.setLastSeen('chat', 'agent', 2_000))
    const after = await context.write((tx) => tx.chats.removeMembers('chat', ['agent'], leaving()))
    assert.ok(after.revision > before.revision)
    assert.deepEqual(after.members, [customerMember])
    assert.deepEqual(await context.read.chats.getHead('chat'), after)
    assert.deepEqual(await users(context), [
      ['customer', true],
      ['agent', false],
    ])
    const chat = await context.read.chats.get('chat')
    assert.equal(chat?.users[1]?.lastSeenAt, 2_000)
  })

  cases.add('forgets a former member when no thread names them', async (context) => {
    await givenChat(context)
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.addMembers('chat', [agentMember], 2_000)
      await tx.chats.removeMembers('chat', ['agent'], leaving())
    })
    assert.deepEqual(await users(context), [['customer', true]])
  })

  cases.add('changes nothing for a user who is not a member', async (context) => {
    const before = await givenChat(context)
    for (const userIds of [['agent', 'nobody'], []]) {
      assert.deepEqual(
        await context.write((tx) => tx.chats.removeMembers('chat', userIds, leaving())),
        before,
      )
    }
    assert.deepEqual(await context.read.chats.getHead('chat'), before)
  })
}

function countingCases(cases: StorageCases): void {
  cases.add('counts and lists only the chats the customer is a member of', async (context) => {
    await givenChat(context)
    const { read, write } = context
    assert.equal(await read.chats.countByCustomer('customer'), 1)
    assert.equal(await read.chats.countByCustomer('nobody'), 0)
    await write((tx) => tx.chats.removeMembers('chat', ['customer'], leaving()))
    assert.equal(await read.chats.countByCustomer('customer'), 0)
    assert.deepEqual(await read.chats.listByCustomer('customer', customerChats({ limit: 10 })), {
      chats: [],
      hasMore: false,
      total: 0,
    })
    assert.deepEqual(await read.chats.listActiveByCustomer('customer', 10), [])
  })

  cases.add('keeps the given number of former members, those who joined last', async (context) => {
    await givenChat(context)
    const ids = ['a', 'b', 'c', 'd']
    await context.write(async (tx) => {
      for (const id of ids) await tx.agents.insert(newAgent(context.license, id))
      const joining = ids.map((id) => ({ id, kind: 'agent' }) as const)
      await tx.chats.addMembers('chat', joining, 2_000)
      for (const id of ids) await tx.chats.setLastSeen('chat', id, 3_000)
    })
    const leave = (left: readonly string[], formerCount: number | null = null) =>
      context.write((tx) => tx.chats.removeMembers('chat', left, leaving({ formerCount })))
    const users = async () => {
      const { users = [] } = (await context.read.chats.get('chat')) ?? {}
      return users.map((user) => (user.kind === 'agent' ? user.agent.id : user.customer.id))
    }
    await leave(['d', 'a', 'b'])
    assert.deepEqual(await users(), ['customer', 'a', 'b', 'c', 'd'])
    await leave(['c'], 2)
    assert.deepEqual(await users(), ['customer', 'c', 'd'])
    await context.write((tx) => tx.chats.addMembers('chat', [{ id: 'a', kind: 'agent' }], 4_000))
    const back = (await context.read.chats.get('chat'))?.users.at(-1)
    assert.deepEqual([back?.isPresent, back?.lastSeenAt], [true, null])
    assert.deepEqual(await users(), ['customer', 'c', 'd', 'a'])
    assert.equal(await context.read.chats.countThreadUsers('chat'), 5)
    assert.equal(await context.read.chats.countThreadUsers('unknown'), 0)
  })

  cases.add('counts a thread once for a customer who joins, leaves and returns', async (context) => {
    await givenChat(context)
    const guest: ChatMember = { id: 'guest', kind: 'customer' }
    await context.write(async (tx) => {
      await tx.customers.insert(newCustomer(context.license, 'guest'))
      await tx.chats.addMembers('chat', [guest], 2_000)
      await tx.chats.removeMembers('chat', ['guest'], leaving())
      await tx.chats.addMembers('chat', [guest], 3_000)
    })
    assert.equal((await context.read.customers.get('guest'))?.threadCount, 1)
    assert.equal((await context.read.customers.get('customer'))?.threadCount, 1)
  })

  cases.add('counts no thread for a customer who joins while none is active', async (context) => {
    await givenChat(context)
    const guest: ChatMember = { id: 'guest', kind: 'customer' }
    await context.write(async (tx) => {
      await tx.customers.insert(newCustomer(context.license, 'guest'))
      await tx.chats.closeThread('chat')
      await tx.chats.addMembers('chat', [guest], 2_000)
    })
    assert.equal((await context.read.customers.get('guest'))?.threadCount, 0)
    await context.write((tx) => tx.chats.openThread('chat', newThread('second')))
    assert.equal((await context.read.customers.get('guest'))?.threadCount, 1)
  })
}
