import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, notCovered, validation } from '../../support/errors.js'
import { at, listAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const normal = { permission: 'normal' } as const
const elsewhere = { scopes: { groups: [7] } }

async function lists(agent: Person): Promise<number> {
  return listAt(await agent.web().succeed('get_filtered_chats'), 'chats_summary').length
}

forEachStorage('visibility of chats', (storage) => {
  const suite = useEngine(storage)

  describe('a chat without scopes, or of group 0', () => {
    test('a chat without a group is visible to every agent', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada', normal)]
      const desk = await agent.connect()
      for (const chat of [{}, { scopes: {} }, { scopes: { groups: [] } }, { scopes: { groups: [7, 0] } }]) {
        const { chatId } = await startChat(customer, chat)
        await desk.push('incoming_chat_thread')
        await agent.web().succeed('get_chat_threads', { chat_id: chatId })
        await say(agent, chatId, 'Hello')
      }
      assert.equal(await lists(agent), 4)
    })
  })

  describe('a chat of a group that the agent is not in', () => {
    test('a chat of a foreign group is hidden in reads, lists, writes and pushes', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada', normal)]
      const desk = await agent.connect()
      const { chatId, threadId } = await startChat(customer, elsewhere)
      await say(customer, chatId, 'Hello')
      const web = agent.web()
      const event = { type: 'message', text: 'Hello' }
      const chat_id = chatId
      assert.deepEqual(await web.refuse('get_chat_threads', { chat_id, thread_ids: [threadId] }), notCovered)
      assert.deepEqual(await web.refuse('send_event', { chat_id, event }), notCovered)
      assert.deepEqual(await web.refuse('join_chat', { chat_id, agent_ids: [agent.id] }), notCovered)
      assert.deepEqual(await web.refuse('remove_from_chat', { chat_id }), notCovered)
      assert.deepEqual(await web.refuse('close_thread', { chat_id }), notCovered)
      assert.deepEqual(await web.refuse('update_last_seen_timestamp', { chat_id }), notCovered)
      assert.deepEqual(await web.refuse('send_typing_indicator', { chat_id, is_typing: true }), notCovered)
      assert.equal(await lists(agent), 0)
      assert.deepEqual(await desk.pushes(), [])
    })

    test('a chat of a foreign group is visible to administrators', async () => {
      const world = await suite.world()
      const [customer, boss] = [await world.customer(), await world.agent('ada')]
      const desk = await boss.connect()
      const { chatId } = await startChat(customer, elsewhere)
      await desk.push('incoming_chat_thread')
      await say(boss, chatId, 'Hello')
      assert.equal(await lists(boss), 1)
    })

    test('a chat of a foreign group is visible to an agent who is a member, and hidden after the agent leaves', async () => {
      const world = await suite.world()
      const [customer, boss] = [await world.customer(), await world.agent('ada')]
      const agent = await world.agent('bob', normal)
      const { chatId } = await startChat(customer, elsewhere)
      const membership = { chat_id: chatId, agent_ids: [agent.id] }
      await boss.web().succeed('join_chat', membership)
      const desk = await agent.connect()
      await say(agent, chatId, 'Hello')
      await desk.push('incoming_event')
      assert.equal(await lists(agent), 1)
      await boss.web().succeed('remove_from_chat', membership)
      await desk.push('chat_users_updated')
      await say(customer, chatId, 'Where is he?')
      assert.deepEqual(await desk.pushes(), [])
      assert.deepEqual(await agent.web().refuse('get_chat_threads', { chat_id: chatId }), notCovered)
      assert.equal(await lists(agent), 0)
    })

    test('a chat of a foreign group is visible to the agents that its scopes name', async () => {
      const world = await suite.world()
      const [boss, named, other] = [
        await world.agent('ada'),
        await world.agent('bob', normal),
        await world.agent('eve', normal),
      ]
      const [desk, away] = [await named.connect(), await other.connect()]
      const scopes = { agents: [named.id] }
      const chat = await boss.web('v0.3').succeed('start_chat', { chat: { thread: { scopes } } })
      const chat_id = at(chat, 'chat.id')
      await desk.push('incoming_chat_thread')
      await named.web().succeed('get_chat_threads', { chat_id })
      assert.deepEqual(await other.web().refuse('get_chat_threads', { chat_id }), notCovered)
      assert.deepEqual([await lists(named), await lists(other)], [1, 0])
      assert.deepEqual(await away.pushes(), [])
    })

    test('a chat of a foreign group stays visible to its customer', async () => {
      const customer = await (await suite.world()).customer()
      const phone = await customer.connect()
      const { chatId } = await startChat(customer, elsewhere)
      await say(customer, chatId, 'Hello')
      await phone.push('incoming_event')
    })
  })

  describe('an agent', () => {
    test('an agent without any scope may start a chat and nothing else', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', { scopes: [] })
      const { chatId: chat_id } = await startChat(agent)
      const requests: readonly (readonly [action: string, payload: object])[] = [
        ['send_event', { chat_id, event: { type: 'message', text: 'Hello' } }],
        ['get_chat_threads', { chat_id }],
        ['get_filtered_chats', {}],
        ['join_chat', { chat_id, agent_ids: [agent.id] }],
        ['remove_from_chat', { chat_id }],
        ['send_typing_indicator', { chat_id, is_typing: true }],
        ['close_thread', { chat_id }],
        ['update_agent', { routing_status: 'accepting_chats' }],
        ['update_last_seen_timestamp', { chat_id }],
      ]
      for (const [action, payload] of requests) {
        const { status, body } = await agent.web().post(action, payload)
        assert.deepEqual([action, status, at(body, 'error.type')], [action, 403, 'authorization'])
      }
    })

    test('an agent who is not an administrator holds no scope of that level', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', {
        ...normal,
        scopes: ['chats.meta--all:write', 'agents--all:write'],
      })
      const { chatId } = await startChat(await world.customer())
      assert.deepEqual(
        await agent.web().refuse('close_thread', { chat_id: chatId }),
        authorization('one of the scopes chats.meta--all:write, chats.meta--my:write is needed'),
      )
    })

    test('an agent cannot act as an author who is not a bot of the application', async () => {
      const world = await suite.world()
      const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
      const { chatId: chat_id } = await startChat(agent)
      const refusal = authorization('author_id is not a bot of this application')
      const event = { type: 'message', text: 'Hello' }
      const connection = await agent.connect()
      for (const authorId of [other.id, agent.id, '00000000000000000000000000000000']) {
        for (const caller of [agent.web(), connection]) {
          assert.deepEqual(await caller.refuse('send_event', { chat_id, event }, { authorId }), refusal)
        }
      }
    })
  })

  test('a customer cannot name an author', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id } = await startChat(customer)
    const event = { type: 'message', text: 'Hello' }
    const options = { authorId: customer.id }
    const refusal = validation('author_id is for the Agent API only')
    assert.deepEqual(await customer.web().refuse('send_event', { chat_id, event }, options), refusal)
    const connection = await customer.connect()
    assert.deepEqual(await connection.refuse('send_event', { chat_id, event }, options), refusal)
  })
})
