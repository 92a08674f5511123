import assert from 'node:assert/strict'
import {
  agentChats,
  agentMember,
  customerMember,
  givenChat,
  leaving,
  newAgent,
  newThread,
} from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

/** Cases for agents who write in a chat without being members of it. */
export function threadAuthorCases(cases: StorageCases): void {
  namingCases(cases)
  formerCases(cases)
}

function namingCases(cases: StorageCases): void {
  cases.add('lists an author in the last thread and in the chat, as not present', async (context) => {
    const before = await givenChat(context)
    assert.equal(await addThreadAuthor(context, 'agent'), true)
    assert.deepEqual(await context.read.chats.getHead('chat'), before)
    assert.deepEqual(await users(context), [
      ['customer', true],
      ['agent', false],
    ])
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer', 'agent'])
    assert.equal(await context.read.chats.countThreadUsers('chat'), 2)
    const [summary] = (await context.read.chats.listForAgent(agentChats(context.license))).chats
    assert.deepEqual(summary?.lastThread.userIds, ['customer', 'agent'])
  })

  cases.add('changes nothing for an author whom the thread already lists', async (context) => {
    await givenChat(context)
    await addThreadAuthor(context, 'agent')
    const named = await context.read.chats.get('chat')
    assert.equal(await addThreadAuthor(context, 'agent', 0), false)
    assert.deepEqual(await context.read.chats.get('chat'), named)
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer', 'agent'])
  })

  cases.add('lists an author in a closed thread, and in no earlier one', async (context) => {
    await givenChat(context)
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second'))
      await tx.chats.closeThread('chat')
    })
    assert.equal(await addThreadAuthor(context, 'agent'), true)
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer'])
    assert.deepEqual(await threadUsers(context, 'second'), ['customer', 'agent'])
  })

  cases.add('lists an author once for each thread, at an unchanged position', async (context) => {
    await givenChat(context)
    await context.write((tx) => tx.agents.insert(newAgent(context.license, 'second')))
    await addThreadAuthor(context, 'agent')
    await addThreadAuthor(context, 'second')
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('next'))
    })
    assert.deepEqual(await threadUsers(context, 'next'), ['customer'])
    assert.equal(await addThreadAuthor(context, 'agent'), true)
    assert.deepEqual(await users(context), [
      ['customer', true],
      ['agent', false],
      ['second', false],
    ])
  })

  cases.add('keeps a member present whom the thread did not list', async (context) => {
    await givenChat(context)
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.addMembers('chat', [agentMember], 2_000)
    })
    assert.equal(await addThreadAuthor(context, 'agent'), true)
    assert.deepEqual(await users(context), [
      ['customer', true],
      ['agent', true],
    ])
  })

  cases.add('makes an author present who joins, and keeps one who leaves again', async (context) => {
    await givenChat(context)
    await addThreadAuthor(context, 'agent')
    const joined = await context.write((tx) => tx.chats.addMembers('chat', [agentMember], 3_000))
    assert.deepEqual(joined.members, [customerMember, agentMember])
    assert.deepEqual((await users(context))?.at(-1), ['agent', true])
    await context.write((tx) => tx.chats.removeMembers('chat', ['agent'], leaving({ formerCount: 1 })))
    assert.deepEqual((await users(context))?.at(-1), ['agent', false])
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer', 'agent'])
  })
}

function formerCases(cases: StorageCases): void {
  cases.add('keeps the given number of users who are not present, the latest ones', async (context) => {
    await givenChat(context, { members: [customerMember, agentMember] })
    const ids = ['a', 'b', 'c']
    await context.write(async (tx) => {
      for (const id of ids) await tx.agents.insert(newAgent(context.license, id))
      for (const id of [...ids, 'agent']) await tx.chats.setLastSeen('chat', id, 3_000)
      await tx.chats.removeMembers('chat', ['agent'], leaving())
    })
    for (const id of ids) await addThreadAuthor(context, id, 2)
    assert.deepEqual(await users(context), [
      ['customer', true],
      ['b', false],
      ['c', false],
    ])
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer', 'agent', ...ids])
    await context.write((tx) => tx.chats.addMembers('chat', [{ id: 'a', kind: 'agent' }], 4_000))
    const seen = (await context.read.chats.get('chat'))?.users.map(({ lastSeenAt }) => lastSeenAt)
    assert.deepEqual(seen, [null, 3_000, 3_000, null])
  })

  cases.add('keeps no user who is not present when the number is 0', async (context) => {
    await givenChat(context)
    await context.write((tx) => tx.chats.setLastSeen('chat', 'agent', 3_000))
    assert.equal(await addThreadAuthor(context, 'agent', 0), true)
    assert.deepEqual(await users(context), [['customer', true]])
    assert.deepEqual(await threadUsers(context, 'chat-thread-1'), ['customer', 'agent'])
    assert.equal(await addThreadAuthor(context, 'agent', 0), false)
    await context.write((tx) => tx.chats.addMembers('chat', [agentMember], 4_000))
    assert.equal((await context.read.chats.get('chat'))?.users.at(-1)?.lastSeenAt, null)
  })
}

function addThreadAuthor({ write }: StorageContext, agentId: string, formerCount = 50): Promise<boolean> {
  return write(async (tx) => {
    await tx.chats.lock('chat')
    return tx.chats.addThreadAuthor('chat', { agentId, at: 2_000, formerCount })
  })
}

async function users({ read }: StorageContext) {
  const chat = await read.chats.get('chat')
  return chat?.users.map((user) => {
    return [user.kind === 'agent' ? user.agent.id : user.customer.id, user.isPresent]
  })
}

async function threadUsers({ read }: StorageContext, threadId: string) {
  const [thread] = await read.chats.listThreads('chat', [threadId])
  return thread?.userIds
}
