import assert from 'node:assert/strict'
import {
  agentMember,
  appendCommand,
  customerMember,
  givenChat,
  newAgent,
  newEvent,
  newLicense,
  send,
  upTo,
} from './fixtures.js'
import type { StorageCases } from './suite.js'

export function nodeCases(cases: StorageCases): void {
  persistenceCases(cases)
  sharedStateCases(cases)
  allocationCases(cases)
}

function persistenceCases(cases: StorageCases): void {
  cases.addIf('persistence', 'finds what was committed after it was opened again', async (context) => {
    const { storage, read } = context
    const head = await givenChat(context, { members: [customerMember, agentMember] })
    const events = [newEvent('a')]
    await storage.appendEvents([appendCommand(head, events)])
    const chat = await read.chats.get('chat')
    const threads = await read.chats.listThreads('chat', [head.thread.id])
    await storage.close()
    const reopened = await context.another()
    assert.deepEqual(await reopened.read.chats.get('chat'), chat)
    assert.deepEqual(await reopened.read.chats.listThreads('chat', [head.thread.id]), threads)
    const next = appendCommand(head, [newEvent('b')])
    assert.deepEqual(await send(reopened, [next]), [{ status: 'stored', orders: [2] }])
  })

  cases.addIf('persistence', 'keeps work that was running when it was closed', async (context) => {
    const { storage, license } = context
    const work = storage.transaction((tx) => tx.agents.insert(newAgent(license, 'agent')))
    await storage.close()
    await work
    const reopened = await context.another()
    assert.ok(await reopened.read.agents.get('agent'))
  })
}

function sharedStateCases(cases: StorageCases): void {
  cases.addIf('concurrentNodes', 'opens on data that another node has open', async (context) => {
    const others = await Promise.all([context.another(), context.another()])
    for (const other of others) {
      assert.deepEqual(await other.read.licenses.get(context.license.id), context.license)
    }
  })

  cases.addIf(
    'concurrentNodes',
    'refuses a decision on a head that another node has changed',
    async (context) => {
      const before = await givenChat(context)
      const other = await context.another()
      const after = await other.transaction((tx) => tx.chats.addMembers('chat', [agentMember], 2_000))
      const results = await context.storage.appendEvents([appendCommand(before, [newEvent('a')])])
      assert.deepEqual(results, [{ status: 'stale', head: after }])
    },
  )
}

function allocationCases(cases: StorageCases): void {
  cases.addIf(
    'concurrentNodes',
    'gives appends of two nodes orders without gap or repeat',
    async (context) => {
      const { revision } = await givenChat(context)
      const nodes = [context.storage, await context.another()]
      const calls = upTo(20).flatMap((n) =>
        nodes.map((node, index) =>
          node.appendEvents([appendCommand({ id: 'chat', revision }, [newEvent(`event-${n}-${index}`)])]),
        ),
      )
      const results = (await Promise.all(calls)).flat()
      const orders = results.flatMap((result) => (result.status === 'stored' ? result.orders : []))
      assert.deepEqual(
        orders.sort((left, right) => left - right),
        upTo(40),
      )
    },
  )

  cases.addIf('concurrentNodes', 'allocates each license id once', async (context) => {
    const nodes = [context.storage, await context.another()]
    const inserts = upTo(10).map((n) =>
      nodes[n % 2]?.transaction((tx) => tx.licenses.insert(newLicense({ name: `License ${n}` }))),
    )
    const ids = (await Promise.all(inserts)).map((license) => license?.id)
    assert.equal(new Set(ids).size, 10)
  })
}
