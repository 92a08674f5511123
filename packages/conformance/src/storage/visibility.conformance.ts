import assert from 'node:assert/strict'
import type { AgentChatsQuery } from '@parley/core/storage'
import { agentChats, agentMember, leaving, newChat, newEvent, newLicense, newThread } from './fixtures.js'
import { givenScopedChats, scopesByChat } from './scoped-chats.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

async function listed(context: StorageContext, query: Partial<AgentChatsQuery>): Promise<readonly string[]> {
  const { chats } = await context.read.chats.listForAgent(agentChats(context.license, query))
  return chats.map(({ head }) => head.id).sort()
}

export function visibilityCases(cases: StorageCases): void {
  cases.add('lists to a member only the chats the agent is in', async (context) => {
    await givenScopedChats(context)
    assert.deepEqual(await listed(context, { reach: 'member', groups: [0, 5] }), ['joined'])
    await context.write((tx) => tx.chats.removeMembers('joined', ['agent'], leaving()))
    assert.deepEqual(await listed(context, { reach: 'member', groups: [0, 5] }), [])
  })

  cases.add('lists to a member the newest of many chats', async (context) => {
    await givenScopedChats(context)
    const count = 600
    await context.write(async (tx) => {
      for (let index = 0; index < count; index++) {
        const thread = newThread(`thread-${index}`, {
          events: [newEvent(`event-${index}`, { createdAt: 9_000 + index })],
        })
        await tx.chats.insert(newChat(context.license, `many-${index}`, { members: [agentMember], thread }))
      }
    })
    const newest = [`many-${count - 1}`, `many-${count - 2}`].sort()
    assert.deepEqual(await listed(context, { reach: 'member', limit: 2 }), newest)
  })

  cases.add('lists as visible what is open, joined, or names a group or the agent', async (context) => {
    await givenScopedChats(context)
    const all = await listed(context, { reach: 'visible', groups: [0, 5] })
    assert.deepEqual(all, ['joined', 'ofAgent', 'ofGroup', 'open'])
    assert.deepEqual(await listed(context, { reach: 'visible', groups: [] }), ['joined', 'ofAgent', 'open'])
  })

  cases.add('lists every chat of the license and none of another', async (context) => {
    await givenScopedChats(context)
    const other = await context.write((tx) => tx.licenses.insert(newLicense()))
    await context.write((tx) => tx.chats.insert(newChat(other, 'elsewhere', { members: [agentMember] })))
    const mine = [...Object.keys(scopesByChat), 'joined'].sort()
    assert.deepEqual(await listed(context, { reach: 'every' }), mine)
    for (const reach of ['member', 'visible'] as const) {
      assert.ok(!(await listed(context, { reach })).includes('elsewhere'))
    }
  })

  cases.add('leaves out chats with an active thread when asked to', async (context) => {
    await givenScopedChats(context)
    await context.write((tx) => tx.chats.closeThread('joined'))
    for (const reach of ['member', 'visible', 'every'] as const) {
      assert.deepEqual(await listed(context, { reach, includeActive: false }), ['joined'])
    }
  })
}
