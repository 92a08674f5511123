import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import type { Frame, RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, customerVersions } from '../../support/world.js'

const names = (pushes: readonly Frame[]) => pushes.map(({ action }) => action)
const pushNames = async (client: RtmClient) => names(await client.pushes())

forEachStorage('recipients of pushes', (storage) => {
  const suite = useEngine(storage)

  describe('a push about a chat', () => {
    test('a push about a chat reaches each connection of its members once, in every version', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      const clients = await Promise.all([
        ...customerVersions.map((version) => customer.connect(version)),
        ...agentVersions.map((version) => agent.connect(version)),
        customer.connect(),
        agent.connect(),
      ])
      await say(agent, chatId, 'Hello')
      for (const client of clients) assert.deepEqual(await pushNames(client), ['incoming_event'])
    })

    test('a push about a chat reaches neither other customers nor other licenses', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const { chatId } = await startChat(customer)
      const elsewhere = await suite.world()
      const strangers = await Promise.all([
        (await world.customer()).connect(),
        (await elsewhere.agent('eve')).connect(),
        (await elsewhere.customer()).connect(),
      ])
      await say(customer, chatId, 'Hello')
      await customer.web().succeed('update_customer', { name: 'Kim' })
      await customer.web().succeed('update_last_seen_timestamp', { chat_id: chatId })
      await customer.web().succeed('close_thread', { chat_id: chatId })
      for (const stranger of strangers) assert.deepEqual(await pushNames(stranger), [])
    })

    test('a push about a chat does not reach a connection that is not logged in', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const connection = await customer.open()
      await say(customer, chatId, 'Hello')
      assert.deepEqual(await pushNames(connection), [])
    })

    test('a push about a chat reaches an agent only as far as the token may read', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const [blind, member, writer] = await Promise.all([
        world.agent('ada', { scopes: [] }),
        world.agent('bob', { scopes: ['chats--my:read'] }),
        world.agent('eve', { scopes: ['chats.conversation--all:write', 'chats.meta--all:write'] }),
      ])
      const [nobody, inside, writing] = [
        await blind.connect(),
        await member.connect(),
        await writer.connect(),
      ]
      const { chatId } = await startChat(customer)
      await say(customer, chatId, 'Hello')
      assert.deepEqual(await pushNames(inside), [])
      await writer.web().succeed('join_chat', { chat_id: chatId, agent_ids: [member.id] })
      await say(customer, chatId, 'Hello again')
      assert.deepEqual(await pushNames(inside), ['chat_users_updated', 'incoming_event'])
      assert.deepEqual([await pushNames(nobody), await pushNames(writing)], [[], []])
    })

    test('a push about a chat reaches a removed agent for the removal only', async () => {
      const world = await suite.world()
      const [customer, boss] = [await world.customer(), await world.agent('ada')]
      const member = await world.agent('bob', { scopes: ['chats--my:read'] })
      const { chatId } = await startChat(customer)
      const membership = { chat_id: chatId, agent_ids: [member.id] }
      await boss.web().succeed('join_chat', membership)
      const inside = await member.connect()
      await boss.web().succeed('remove_from_chat', membership)
      await say(customer, chatId, 'Is he gone?')
      assert.deepEqual(await pushNames(inside), ['chat_users_updated'])
    })

    test('a push carries the request_id on the connection that asked, and on no other', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const [caller, other] = [await customer.connect(), await customer.connect()]
      const event = { type: 'message', text: 'Hello' }
      await caller.call('send_event', { chat_id: chatId, event })
      const [own] = await caller.pushes()
      const [copy] = await other.pushes()
      assert.equal(own?.request_id, 'request-2')
      assert.deepEqual(own, { request_id: 'request-2', ...copy })
    })

    test('a push carries no request_id when the request had none', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const caller = await customer.connect()
      const event = { type: 'message', text: 'Hello' }
      caller.send({ action: 'send_event', payload: { chat_id: chatId, event } })
      const response = await caller.next(
        ({ action, type }) => action === 'send_event' && type === 'response',
        'it',
      )
      assert.deepEqual(Object.keys(response).sort(), ['action', 'payload', 'success', 'type'])
      const [push] = await caller.pushes()
      assert.deepEqual(Object.keys(push ?? {}).sort(), ['action', 'payload', 'type'])
    })

    test('a refused request sends no push', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const desk = await agent.connect()
      const web = customer.web()
      await web.refuse('send_event', { chat_id: chatId, event: { type: 'message' } })
      await web.refuse('close_thread', { chat_id: chatId, thread_id: 'nowhere' })
      await web.refuse('start_chat', { chat: { properties: { nowhere: { a: 1 } } } })
      await web.refuse('update_customer', { name: 1 })
      assert.deepEqual(await pushNames(desk), [])
    })
  })

  describe('a customer', () => {
    test('a customer never receives data for agents only', async () => {
      const world = await suite.world()
      const [customer, agent] = [
        await world.customer(),
        await world.agent('ada', { email: 'secret@example.com' }),
      ]
      const desk = await agent.connect()
      const { chatId, threadId } = await startChat(customer)
      const phone = await customer.connect()
      const web = agent.web()
      await web.succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      await say(agent, chatId, 'hidden note', { recipients: 'agents' })
      const rich = { type: 'custom', content: { text: 'hidden note' }, recipients: 'agents' }
      await web.succeed('send_event', { chat_id: chatId, event: rich })
      await web.succeed('send_typing_indicator', { chat_id: chatId, is_typing: true, recipients: 'agents' })
      await web.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      await web.succeed('close_thread', { chat_id: chatId })
      await say(agent, chatId, 'hidden note', { recipients: 'agents' })
      assert.ok((await desk.pushes()).length > 5)
      const thread_ids = [threadId]
      const seen = [
        await phone.pushes(),
        await customer.web().succeed('get_chats_summary'),
        await customer.web('v0.3').succeed('get_chats_summary'),
        await customer.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids }),
      ]
      const text = JSON.stringify(seen)
      for (const secret of [
        'secret@example.com',
        'hidden note',
        'routing_status',
        'recipients',
        'permission',
      ]) {
        assert.equal(text.includes(secret), false, `${secret} in ${text}`)
      }
    })

    test('a customer receives the thread that an event for agents opened, without the event', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      await customer.web().succeed('close_thread', { chat_id: chatId })
      const phone = await customer.connect()
      await say(agent, chatId, 'hidden note', { recipients: 'agents' })
      const push = await phone.push('incoming_chat_thread')
      assert.deepEqual(at(push, 'chat.thread.events'), [])
      assert.equal(at(push, 'chat.thread.order'), 2)
    })
  })
})
