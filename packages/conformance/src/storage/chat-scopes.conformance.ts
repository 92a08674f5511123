import assert from 'node:assert/strict'
import type { ChatScopes } from '@parley/core/storage'
import { agentChats, givenChat, newChat } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const nobody: ChatScopes = { groups: [], agents: [] }

const set = ({ write }: StorageContext, scopes: ChatScopes) =>
  write((tx) => tx.chats.setScopes('chat', scopes))

/** Returns whether an agent of these groups, who is no member of the chat, can see it. */
async function isVisible({ read, license }: StorageContext, groups: readonly number[]): Promise<boolean> {
  const { chats } = await read.chats.listForAgent(agentChats(license, { reach: 'visible', groups }))
  return chats.some(({ head }) => head.id === 'chat')
}

export function chatScopeCases(cases: StorageCases): void {
  cases.add('sets scopes, and answers the head with a revision of its own each time', async (context) => {
    let before = await givenChat(context, { properties: { a: { b: 1 } } })
    const all = [
      { groups: [2, 1], agents: ['agent', 'x'] },
      { groups: [2, 1], agents: ['agent', 'x'] },
      nobody,
    ]
    for (const scopes of all) {
      const after = await set(context, scopes)
      assert.ok(after.revision > before.revision)
      assert.deepEqual(after, { ...before, revision: after.revision, scopes })
      assert.deepEqual(await context.read.chats.getHead('chat'), after)
      before = after
    }
  })

  cases.add(
    'lists a chat for the groups and agents that its current scopes name, and no former ones',
    async (context) => {
      await givenChat(context, { scopes: { groups: [1, 2], agents: ['agent'] } })
      await set(context, { groups: [2, 3], agents: [] })
      assert.deepEqual(
        [await isVisible(context, [1]), await isVisible(context, [2]), await isVisible(context, [3])],
        [false, true, true],
      )
      await set(context, { groups: [], agents: ['agent'] })
      assert.equal(await isVisible(context, [9]), true)
      await set(context, { groups: [], agents: ['other'] })
      assert.equal(await isVisible(context, [2, 3]), false)
      await set(context, nobody)
      assert.equal(await isVisible(context, [9]), true)
      await set(context, { groups: [4], agents: [] })
      assert.equal(await isVisible(context, [9]), false)
    },
  )

  cases.add('leaves the scopes of other chats alone', async (context) => {
    const scopes = { groups: [1], agents: ['agent'] }
    await givenChat(context, { scopes })
    const other = await context.write((tx) => tx.chats.insert(newChat(context.license, 'other', { scopes })))
    await set(context, nobody)
    assert.deepEqual(await context.read.chats.getHead('other'), other)
    const listed = await context.read.chats.listForAgent(
      agentChats(context.license, { reach: 'visible', groups: [1] }),
    )
    assert.deepEqual(listed.chats.map(({ head }) => head.id).sort(), ['chat', 'other'])
  })

  cases.add('rejects scopes for an unknown chat', async (context) => {
    await assert.rejects(set(context, { groups: [1], agents: [] }))
  })
}
