import assert from 'node:assert/strict'
import type { AssignablePage, QueuePosition, WaitingThread } from '@parley/core/storage'
import {
  agentMember,
  customerMember,
  leaving,
  newAgent,
  newCustomer,
  newLicense,
  newThread,
  upTo,
} from './fixtures.js'
import { candidate, givenAvailable, givenThread } from './routing-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const ids = (threads: readonly WaitingThread[]) => threads.map(({ chatId }) => chatId)

async function line({ read, license }: StorageContext, after: QueuePosition | null = null, limit = 100) {
  return ids(await read.routing.listWaiting(license.id, { after, limit }))
}

/** Returns a query for the whole queue, with bounds that no chat reaches. */
function page(values: Partial<AssignablePage> = {}): AssignablePage {
  const bounds = { membersPerChat: 50, usersPerThread: 500 }
  return { after: null, limit: 100, now: 9_000, bounds, ...values }
}

async function assignable({ read, license }: StorageContext, candidates = [candidate('agent')], limit = 100) {
  return ids(await read.routing.listAssignableThreads(license.id, candidates, page({ limit })))
}

export function assignableThreadCases(cases: StorageCases): void {
  wholeLineCases(cases)
  movingCases(cases)
  takeableCases(cases)
  pageCases(cases)
  assignableCases(cases)
}

function wholeLineCases(cases: StorageCases): void {
  cases.add(
    'lists the waiting threads of a license, the longest-waiting first, equal ones by id',
    async (context) => {
      for (const [id, at] of [
        ['c', 2_000],
        ['b', 2_000],
        ['a', 3_000],
        ['d', 1_000],
      ] as const) {
        await givenThread(context, id, { at })
      }
      await givenThread(context, 'served', { agentIds: ['agent'], waits: false })
      const stranger = await context.write((tx) => tx.licenses.insert(newLicense()))
      await givenThread({ ...context, license: stranger }, 'elsewhere')
      assert.deepEqual(await line(context), ['d', 'b', 'c', 'a'])
      assert.deepEqual(await line(context, { waitingSince: 2_000, chatId: 'b' }, 1), ['c'])
      assert.deepEqual(await line(context, { waitingSince: 2_000, chatId: 'c' }), ['a'])
      assert.deepEqual(await line(context, { waitingSince: 3_000, chatId: 'a' }), [])
      assert.deepEqual(await line({ ...context, license: stranger }), ['elsewhere'])
    },
  )

  cases.add('answers what routing needs to know about a waiting thread', async (context) => {
    const scopes = { groups: [3], agents: ['grace'] }
    await givenThread(context, 'chat', { scopes, agentIds: ['agent', 'second'] })
    const shown = {
      chatId: 'chat',
      threadId: 'chat-thread',
      waitingSince: 1_500,
      scopes,
      agentIds: ['agent', 'second'],
    }
    const { read, license } = context
    assert.deepEqual(await read.routing.listWaiting(license.id, { after: null, limit: 1 }), [shown])
    const assignable = await read.routing.listAssignableThreads(
      license.id,
      [candidate('x', [3])],
      page({ limit: 1 }),
    )
    assert.deepEqual(assignable, [{ ...shown, formerAgentIds: [], isFull: false }])
  })

  cases.add('answers the former agents of a waiting thread', async (context) => {
    const { read, license } = context
    const names = ['left', 'removed', 'writer', 'back', 'before', 'agent']
    for (const id of names) await context.write((tx) => tx.agents.insert(newAgent(license, id)))
    await context.write((tx) => tx.customers.insert(newCustomer(license, customerMember.id)))
    await givenThread(context, 'chat', { agentIds: ['before'], waits: false })
    const former = async () =>
      (await read.routing.listAssignableThreads(license.id, [candidate('x')], page()))[0]?.formerAgentIds
    const add = (id: string) =>
      context.write((tx) => tx.chats.addMembers('chat', [{ id, kind: 'agent' }], 2_000))
    const remove = (id: string) =>
      context.write((tx) => tx.chats.removeMembers('chat', [id], leaving({ formerCount: 1 })))
    await remove('before')
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.openThread('chat', newThread('second', { waits: true }))
    })
    assert.deepEqual(await former(), [])
    for (const id of ['removed', 'left', 'back']) await add(id)
    const writer = { agentId: 'writer', at: 2_000, formerCount: 1 }
    await context.write((tx) => tx.chats.addThreadAuthor('chat', writer))
    for (const id of ['left', 'removed']) await remove(id)
    await context.write((tx) =>
      tx.chats.removeMembers('chat', ['back'], leaving({ formerCount: 1, waits: true })),
    )
    await context.write((tx) => tx.agents.remove('removed', 3_000))
    assert.deepEqual(await former(), ['removed', 'left', 'back', 'writer'])
    await context.write(async (tx) => {
      await tx.chats.closeThread('chat')
      await tx.chats.addMembers('chat', [agentMember], 3_000)
      await tx.chats.openThread('chat', newThread('third', { waits: true }))
    })
    assert.deepEqual(await former(), [])
  })
}

function movingCases(cases: StorageCases): void {
  cases.add('leaves out threads that no longer wait or are closed', async (context) => {
    for (const id of ['joined', 'taken', 'closed', 'waiting']) {
      await givenThread(context, id, { agentIds: id === 'taken' ? ['agent'] : [] })
    }
    await context.write(async (tx) => {
      await tx.chats.addMembers('joined', [agentMember], 2_000)
      await tx.routing.stopWaiting('taken', 2_000)
      await tx.chats.closeThread('closed')
    })
    assert.deepEqual(await line(context), ['waiting'])
    assert.deepEqual(await assignable(context), ['waiting'])
  })

  cases.add('lists a thread that waits again at its former position', async (context) => {
    await givenThread(context, 'first', { at: 1_000, agentIds: ['agent'], waits: false })
    await givenThread(context, 'second', { at: 2_000 })
    await context.write((tx) => tx.chats.removeMembers('first', ['agent'], leaving({ waits: true })))
    assert.deepEqual(await line(context), ['first', 'second'])
  })

  cases.add('uses the current scopes of chats', async (context) => {
    await givenThread(context, 'chat')
    await context.write((tx) => tx.chats.setScopes('chat', { groups: [3], agents: [] }))
    assert.deepEqual(await assignable(context), [])
    assert.deepEqual(await assignable(context, [candidate('agent', [3])]), ['chat'])
    await context.write((tx) => tx.chats.setScopes('chat', { groups: [], agents: [] }))
    assert.deepEqual(await assignable(context), ['chat'])
    assert.deepEqual(await line(context), ['chat'])
  })

  cases.add('uses the current members of chats', async (context) => {
    await givenThread(context, 'chat', { scopes: { groups: [3], agents: [] }, agentIds: ['agent'] })
    assert.deepEqual(await assignable(context), ['chat'])
    await context.write((tx) => tx.chats.removeMembers('chat', ['agent'], leaving()))
    assert.deepEqual(await assignable(context), [])
    assert.deepEqual(await line(context), ['chat'])
  })
}

function takeableCases(cases: StorageCases): void {
  cases.add('lists the threads that at least one of the agents can see', async (context) => {
    await givenThread(context, 'open', { at: 1 })
    await givenThread(context, 'group', { at: 2, scopes: { groups: [3, 4], agents: [] } })
    await givenThread(context, 'named', { at: 3, scopes: { groups: [], agents: ['agent'] } })
    await givenThread(context, 'member', { at: 4, scopes: { groups: [5], agents: [] }, agentIds: ['agent'] })
    await givenThread(context, 'other', { at: 5, scopes: { groups: [6], agents: ['grace'] } })
    await givenThread(context, 'everybody', { at: 6, scopes: { groups: [0], agents: [] } })
    assert.deepEqual(await assignable(context, []), [])
    assert.deepEqual(await assignable(context, [candidate('x')]), ['open', 'everybody'])
    assert.deepEqual(await assignable(context, [candidate('x', [0, 4])]), ['open', 'group', 'everybody'])
    assert.deepEqual(await assignable(context), ['open', 'named', 'member', 'everybody'])
    const both = [candidate('x', [0, 3, 4]), candidate('grace', [0])]
    assert.deepEqual(await assignable(context, both), ['open', 'group', 'other', 'everybody'])
    const boss = candidate('boss', [0], { permission: 'administrator' })
    assert.deepEqual(await assignable(context, [candidate('x'), boss]), await line(context))
  })

  cases.add('lists the longest-waiting of all first, at most as many as it is asked for', async (context) => {
    const scopesOf = (n: number) => ({ groups: n % 3 === 0 ? [] : [n % 3], agents: [] })
    for (const n of upTo(12)) {
      await givenThread(context, `chat-${n}`, { at: 100 - n, scopes: scopesOf(n) })
    }
    const candidates = [candidate('agent', [0, 1]), candidate('second', [0, 2])]
    const longestFirst = upTo(12)
      .map((n) => `chat-${n}`)
      .reverse()
    assert.deepEqual(await assignable(context, candidates), longestFirst)
    assert.deepEqual(await assignable(context, candidates, 5), longestFirst.slice(0, 5))
    const ofOne = longestFirst.filter((_, index) => (12 - index) % 3 !== 2)
    assert.deepEqual(await assignable(context, candidates.slice(0, 1), 3), ofOne.slice(0, 3))
  })
}

function pageCases(cases: StorageCases): void {
  cases.add('continues after a queue position, even when earlier threads were assigned', async (context) => {
    const { read, license } = context
    for (const n of upTo(6)) {
      const scopes = { groups: n % 2 === 0 ? [3] : [], agents: [] }
      await givenThread(context, `chat-${n}`, { at: Math.floor(n / 2), scopes })
    }
    const positions = await read.routing.listWaiting(license.id, { after: null, limit: 10 })
    const boss = candidate('boss', [0], { permission: 'administrator' })
    for (const candidates of [[candidate('agent', [0, 3])], [boss]]) {
      for (const [index, after] of positions.entries()) {
        const behind = await read.routing.listAssignableThreads(
          license.id,
          candidates,
          page({ after, limit: 2 }),
        )
        assert.deepEqual(ids(behind), ids(positions.slice(index + 1, index + 3)))
      }
    }
  })

  cases.add('leaves out chats of customers who are banned at that time, and no others', async (context) => {
    const { read, license } = context
    const candidates = [candidate('agent', [0, 3])]
    for (const n of upTo(8)) {
      const id = `customer-${n}`
      const bannedUntil = n % 2 === 0 ? 5_000 : n === 3 ? 1_000 : null
      await context.write((tx) => tx.customers.insert(newCustomer(license, id, { bannedUntil })))
      const scopes = { groups: n % 3 === 0 ? [3] : [], agents: [] }
      await givenThread(context, `chat-${n}`, { at: n, scopes, customerId: id })
    }
    const listed = async (now: number, limit = 100) =>
      ids(await read.routing.listAssignableThreads(license.id, candidates, page({ now, limit })))
    const free = ['chat-1', 'chat-3', 'chat-5', 'chat-7']
    assert.deepEqual(await listed(4_999), free)
    assert.deepEqual(await listed(4_999, 3), free.slice(0, 3))
    assert.deepEqual(await listed(5_000), await line(context))
    await context.write((tx) => tx.customers.setBannedUntil('customer-2', null))
    assert.deepEqual(await listed(4_999, 2), ['chat-1', 'chat-2'])
  })

  cases.add('answers whether chat and thread can have more users', async (context) => {
    const { read, license } = context
    await givenThread(context, 'chat', { agentIds: ['agent'] })
    const writer = { agentId: 'writer', at: 2_000, formerCount: 1 }
    await context.write((tx) => tx.chats.addThreadAuthor('chat', writer))
    const isFull = async (membersPerChat: number, usersPerThread: number) => {
      const bounds = { membersPerChat, usersPerThread }
      return (await read.routing.listAssignableThreads(license.id, [candidate('x')], page({ bounds })))[0]
        ?.isFull
    }
    assert.equal(await isFull(3, 4), false)
    assert.equal(await isFull(2, 4), true)
    assert.equal(await isFull(3, 3), true)
  })
}

function assignableCases(cases: StorageCases): void {
  cases.add('lists the licenses with a waiting thread and an available agent', async (context) => {
    const licenses = []
    for (const n of upTo(6)) {
      const license = await context.write((tx) => tx.licenses.insert(newLicense({ name: `${n}` })))
      licenses.push(license.id)
      const there = { ...context, license }
      if (n !== 2) await givenThread(there, `chat-${n}`, n === 3 ? { agentIds: ['x'], waits: false } : {})
      if (n !== 4) await givenAvailable(there, `agent-${n}`)
      if (n === 4) {
        const away = newAgent(license, 'away', { onlineUntil: 5_000 })
        const busy = { onlineUntil: 'forever', routingStatus: 'not_accepting_chats' } as const
        await context.write(async (tx) => {
          await tx.agents.insert(away)
          await tx.agents.insert(newAgent(license, 'busy', busy))
        })
      }
    }
    const [first, , , , fifth = 0, sixth] = licenses
    const { listAssignableLicenses } = context.read.routing
    const list = (after: number | null, limit: number) =>
      listAssignableLicenses.call(context.read.routing, { after, limit })
    assert.deepEqual(await list(null, 10), [first, fifth, sixth])
    assert.deepEqual(await list(null, 2), [first, fifth])
    assert.deepEqual(await list(fifth, 10), [sixth])
  })

  cases.add('lists no license where nothing waits', async (context) => {
    await givenAvailable(context, 'agent')
    assert.deepEqual(await context.read.routing.listAssignableLicenses({ after: null, limit: 10 }), [])
  })
}
