import assert from 'node:assert/strict'
import { agentMember, leaving, newLicense, newThread } from './fixtures.js'
import { givenAvailable, givenThread } from './routing-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const available = ({ read, license }: StorageContext, limit = 100) =>
  read.routing.listAvailable(license.id, limit)

async function availableIds(context: StorageContext, limit?: number) {
  return (await available(context, limit)).map(({ id }) => id)
}

async function activeCount(context: StorageContext, agentId = 'agent') {
  const { read } = context
  const agents = await available(context)
  const count = agents.find(({ id }) => id === agentId)?.activeChatsCount ?? null
  assert.equal((await read.routing.listActiveChats(agentId, 100)).length, count ?? 0)
  return count
}

export function availabilityCases(cases: StorageCases): void {
  listCases(cases)
  loadCases(cases)
  lockCases(cases)
}

function listCases(cases: StorageCases): void {
  cases.add('answers what routing needs to know about an agent', async (context) => {
    const groups = [
      { id: 0, priority: 'normal' },
      { id: 3, priority: 'first' },
    ] as const
    await givenAvailable(context, 'agent', { permission: 'administrator', groups, maxChatsCount: 2 })
    assert.deepEqual(await available(context), [
      {
        id: 'agent',
        permission: 'administrator',
        groups,
        maxChatsCount: 2,
        activeChatsCount: 0,
        lastAssignedAt: null,
      },
    ])
  })

  cases.add(
    'lists only agents who are connected, accept chats and are below their limit',
    async (context) => {
      await givenAvailable(context, 'agent')
      await givenAvailable(context, 'busy', { routingStatus: 'not_accepting_chats' })
      await givenAvailable(context, 'in-grace', { onlineUntil: Number.MAX_SAFE_INTEGER - 1 })
      await givenAvailable(context, 'away', { onlineUntil: 0 })
      await givenAvailable(context, 'none', { maxChatsCount: 0 })
      await givenAvailable(context, 'removed')
      await context.write((tx) => tx.agents.remove('removed', 2_000))
      const stranger = await context.write((tx) => tx.licenses.insert(newLicense()))
      await givenAvailable({ ...context, license: stranger }, 'stranger')
      assert.deepEqual(await availableIds(context), ['agent'])
    },
  )

  cases.add('follows logins, statuses and departures', async (context) => {
    await givenAvailable(context, 'agent', { onlineUntil: 0 })
    const steps = [
      [0, []],
      ['forever', ['agent']],
      [5_000, []],
    ] as const
    for (const [onlineUntil, expected] of steps) {
      await context.write((tx) => tx.agents.logIn('agent', { routingStatus: 'keep', onlineUntil }))
      assert.deepEqual(await availableIds(context), expected)
    }
    const login = { routingStatus: 'not_accepting_chats', onlineUntil: 'forever' } as const
    await context.write((tx) => tx.agents.logIn('agent', login))
    assert.deepEqual(await availableIds(context), [])
    await context.write((tx) => tx.agents.setRoutingStatusIfOnline('agent', 'accepting_chats', 2_000))
    assert.deepEqual(await availableIds(context), ['agent'])
  })

  cases.add(
    'lists agents with the fewest chats first, then those with the oldest last assignment',
    async (context) => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await givenAvailable(context, id)
      await givenThread(context, 'one', { agentIds: ['a'], waits: false })
      await context.write(async (tx) => {
        await tx.routing.recordAssignments(['b'], 9_000)
        await tx.routing.recordAssignments(['c', 'a'], 8_000)
      })
      assert.deepEqual(await availableIds(context), ['d', 'e', 'c', 'b', 'a'])
      assert.deepEqual(await availableIds(context, 3), ['d', 'e', 'c'])
      const [, , third] = await available(context)
      assert.equal(third?.lastAssignedAt, 8_000)
    },
  )

  cases.add('forgets the assignments of an agent who was removed before', async (context) => {
    await givenAvailable(context, 'agent')
    await context.write(async (tx) => {
      await tx.routing.recordAssignments(['agent'], 9_000)
      await tx.agents.remove('agent', 9_500)
    })
    await givenAvailable(context, 'agent')
    assert.equal((await available(context))[0]?.lastAssignedAt, null)
  })
}

function loadCases(cases: StorageCases): void {
  cases.add('counts the active chats of an agent, unless they wait', async (context) => {
    await givenAvailable(context, 'agent')
    await givenThread(context, 'waiting', { agentIds: ['agent'] })
    assert.equal(await activeCount(context), 0)
    await context.write((tx) => tx.routing.stopWaiting('waiting', 2_000))
    assert.equal(await activeCount(context), 1)
    await givenThread(context, 'joined')
    await context.write((tx) => tx.chats.addMembers('joined', [agentMember], 2_000))
    assert.equal(await activeCount(context), 2)
    assert.deepEqual(await context.read.routing.listActiveChats('agent', 100), ['joined', 'waiting'])
    assert.deepEqual(await context.read.routing.listActiveChats('agent', 1), ['joined'])
  })

  cases.add('counts no chat that the agent has left, or whose thread is closed', async (context) => {
    await givenAvailable(context, 'agent')
    for (const id of ['left', 'given-up', 'closed', 'reopened']) {
      await givenThread(context, id, { agentIds: ['agent', 'second'], waits: false })
    }
    assert.equal(await activeCount(context), 4)
    await context.write(async (tx) => {
      await tx.chats.removeMembers('left', ['agent'], leaving())
      await tx.chats.removeMembers('given-up', ['agent', 'second'], leaving({ waits: true }))
      await tx.chats.closeThread('closed')
      await tx.chats.closeThread('reopened')
    })
    assert.equal(await activeCount(context), 0)
    await context.write((tx) => tx.chats.openThread('reopened', newThread('next')))
    assert.equal(await activeCount(context), 1)
  })

  cases.add('does not count a chat whose thread waits again', async (context) => {
    await givenAvailable(context, 'agent')
    await givenThread(context, 'chat', { agentIds: ['agent', 'second'], waits: false })
    await context.write((tx) => tx.chats.removeMembers('chat', ['second'], leaving({ waits: true })))
    assert.equal(await activeCount(context), 0)
  })

  cases.add('leaves out agents who have reached their limit', async (context) => {
    await givenAvailable(context, 'agent', { maxChatsCount: 1 })
    await givenThread(context, 'chat', { agentIds: ['agent'], waits: false })
    assert.deepEqual(await available(context), [])
  })
}

function lockCases(cases: StorageCases): void {
  cases.add('locks agents who are connected and accept chats, even at their limit', async (context) => {
    await givenAvailable(context, 'full', { maxChatsCount: 0 })
    await givenAvailable(context, 'agent')
    await givenAvailable(context, 'busy', { routingStatus: 'not_accepting_chats' })
    await givenAvailable(context, 'other')
    const stranger = await context.write((tx) => tx.licenses.insert(newLicense()))
    await givenAvailable({ ...context, license: stranger }, 'stranger')
    const named = ['stranger', 'nobody', 'busy', 'full', 'agent']
    const locked = await context.write((tx) => tx.routing.lockAvailable(context.license.id, named))
    assert.deepEqual(locked.map(({ id }) => id).sort(), ['agent', 'full'])
    assert.deepEqual(
      locked.find(({ id }) => id === 'agent'),
      (await available(context)).find(({ id }) => id === 'agent'),
    )
  })

  cases.addIf(
    'concurrentNodes',
    'counts assignments that others made before it had the locks',
    async (context) => {
      await givenAvailable(context, 'agent')
      const other = await context.another()
      const nodes = [context.storage, other]
      for (const id of ['first', 'second']) await givenThread(context, id)
      const counts = await Promise.all(
        nodes.map((node, index) =>
          node.transaction(async (tx) => {
            const chatId = index === 0 ? 'first' : 'second'
            await tx.chats.lock(chatId)
            const [agent] = await tx.routing.lockAvailable(context.license.id, ['agent'])
            await tx.chats.addMembers(chatId, [agentMember], 2_000)
            return agent?.activeChatsCount
          }),
        ),
      )
      assert.deepEqual(counts.sort(), [0, 1])
    },
  )
}
