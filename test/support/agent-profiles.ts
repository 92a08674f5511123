import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Permission, UpdateAgentInput } from '@parley/core/admin'
import { say, startChat } from './conversations.js'
import { eventually } from './deadline.js'
import type { TestEngine } from './engine.js'
import { at } from './json.js'

const group = 7
const inGroup = [{ id: group, priority: 'normal' }] as const

/**
 * Two nodes: the change is made on `here`, and the agent is connected to `there`. `settle` waits until messages between
 * them have arrived.
 */
export interface Nodes {
  readonly here: TestEngine
  readonly there: TestEngine
  readonly settle: () => Promise<void>
}

export function oneNode(engine: TestEngine): Nodes {
  return { here: engine, there: engine, settle: async () => undefined }
}

/** Creates an agent with a connection that stays open, and a chat that belongs to a group. */
async function setUp({ here, there, settle }: Nodes, permission: Permission = 'normal') {
  const world = await here.world()
  const agent = (await world.agent('ada', { permission })).on(there)
  const customer = (await world.customer()).on(there)
  const desk = await agent.connect()
  const { chatId } = await startChat(customer, { scopes: { groups: [group] } })
  const own = await startChat(agent)
  return {
    ...{ agent, desk, chatId },
    update: async (changes: UpdateAgentInput) => {
      await here.parley.admin.agents.update(agent.id, changes)
      await settle()
    },
    /** Returns whether the agent's connection is pushed the customer's message. */
    sees: async (text: string) => {
      await say(customer, chatId, text)
      await say(agent, own.chatId, `after ${text}`)
      const texts = [at(await desk.push('incoming_event'), 'event.text')]
      if (texts[0] === text) texts.push(at(await desk.push('incoming_event'), 'event.text'))
      assert.equal(texts.at(-1), `after ${text}`)
      return texts.length === 2
    },
  }
}

/** Cases of changes to an agent, with the ids of the requirements that each proves. */
export const profileCases = [
  {
    ids: ['decisions.5.2.changed'],
    title: 'an agent sees the chats of its new groups on a connection that stays open',
    prove: async (nodes: Nodes) => {
      const { desk, chatId, update, sees } = await setUp(nodes)
      assert.equal(await sees('before'), false)
      await update({ groups: inGroup })
      assert.equal(await sees('let in'), true)
      await desk.succeed('get_chat_threads', { chat_id: chatId })
      await update({ groups: [] })
      assert.equal(await sees('let out'), false)
      const refused = await desk.refuse('get_chat_threads', { chat_id: chatId })
      assert.equal(at(refused, 'type'), 'authorization')
    },
  },
  {
    ids: ['decisions.5.2.changed', 'decisions.4.4.lowered'],
    title: 'an agent who is no longer an administrator sees less immediately, and its tokens allow less',
    prove: async (nodes: Nodes) => {
      const { agent, desk, chatId, update, sees } = await setUp(nodes, 'administrator')
      const change = { chat_id: chatId, add_scopes: { groups: [0] } }
      assert.equal(await sees('administrator'), true)
      await update({ permission: 'normal' })
      assert.equal(await sees('normal'), false)
      await update({ groups: inGroup })
      for (const caller of [desk, agent.web()]) {
        await caller.succeed('get_chat_threads', { chat_id: chatId })
        assert.equal(at(await caller.refuse('update_chat_scopes', change), 'type'), 'authorization')
      }
      await update({ permission: 'administrator' })
      assert.equal(await sees('administrator again'), true)
      await desk.succeed('update_chat_scopes', change)
    },
  },
] as const

/** Proves that a change is noticed within a minute although the message about it was lost. */
export async function proveLostChange(nodes: Nodes): Promise<void> {
  const { desk, update, sees } = await setUp(nodes)
  await update({ groups: inGroup })
  assert.equal(await sees('before the fact arrived'), false)
  for (let seconds = 0; seconds < 61; seconds += 1) {
    if (seconds % 20 === 0) await desk.succeed('ping')
    nodes.there.clock.advance(1_000)
    await nextTurn()
  }
  let number = 0
  await eventually(async () => {
    number += 1
    assert.equal(await sees(`after the fact arrived ${number}`), true)
  })
}
