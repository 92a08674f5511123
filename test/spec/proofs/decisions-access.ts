import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { notCovered } from '../../support/errors.js'
import { at, has, listAt } from '../../support/json.js'
import type { RtmClient } from '../../support/rtm-client.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }
const normal = { permission: 'normal' } as const
const elsewhere = { scopes: { groups: [7] } }
const all = { read: true, write: true }
const names = async (connection: RtmClient) => (await connection.pushes()).map(({ action }) => action)

proving('who sees what', (storage) => {
  const suite = useEngine(storage)

  verifies('decisions.5.1.chats', 'a customer sees and is pushed only their own chats', async () => {
    const world = await suite.world()
    const [customer, other] = [await world.customer(), await world.customer()]
    const connection = await other.connect()
    const { chatId } = await startChat(customer)
    await say(customer, chatId, 'Hello')
    assert.deepEqual(await connection.pushes(), [])
    const own = await startChat(other)
    const summary = await other.web().succeed('get_chats_summary')
    assert.deepEqual(
      listAt(summary, 'chats_summary').map((chat) => at(chat, 'id')),
      [own.chatId],
    )
  })

  verifies(
    ['decisions.5.1.agents_only', 'decisions.5.1.email', 'decisions.15.total_events'],
    'a customer never sees notes among agents, nor their e-mail addresses',
    async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const agent = await world.agent('ada', { email: 'secret@example.com' })
      const { chatId: chat_id, threadId } = await startChat(customer)
      const phone = await customer.connect()
      await agent.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })
      await say(agent, chat_id, 'hidden note', { recipients: 'agents' })
      await say(agent, chat_id, 'Hello')
      const web = customer.web()
      const threads = await web.succeed('get_chat_threads_summary', { chat_id })
      assert.equal(at(threads, 'threads_summary.0.total_events'), 1)
      const seen = [
        await phone.pushes(),
        await web.succeed('get_chats_summary'),
        await web.succeed('get_chat_threads', { chat_id, thread_ids: [threadId] }),
      ]
      const text = JSON.stringify(seen)
      assert.ok(text.includes('Hello') && text.includes(agent.id))
      for (const secret of ['hidden note', 'secret@example.com']) assert.equal(text.includes(secret), false)
    },
  )

  verifies('decisions.5.1.properties', 'a customer never sees properties of agents', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { properties } = suite.engine.parley.admin
    await properties.createOrReplace({
      ...{ licenseId: world.licenseId, namespace: 'shop', name: 'mood', type: 'string' },
      locations: { event: { agent: all, customer: { read: false, write: false } } },
    })
    const { chatId: chat_id, threadId } = await startChat(customer)
    const phone = await customer.connect()
    const shop = { shop: { mood: 'secret' } }
    await agent.web().succeed('send_event', { chat_id, event: { ...event, properties: shop } })
    const thread_ids = [threadId]
    const read = await agent.web().succeed('get_chat_threads', { chat_id, thread_ids })
    assert.equal(at(read, 'chat.threads.0.events.0.properties.shop.mood.value'), 'secret')
    const push = await phone.push('incoming_event')
    assert.equal(has(at(push, 'event'), 'properties'), false)
    const seen = await customer.web().succeed('get_chat_threads', { chat_id, thread_ids })
    assert.equal(has(at(seen, 'chat.threads.0.events.0'), 'properties'), false)
  })

  verifies(
    ['decisions.5.2.member', 'decisions.5.2.unscoped', 'decisions.5.2.group', 'decisions.5.2.administrator'],
    'an agent sees chats it is in, without scopes, of its groups, and as administrator all',
    async () => {
      const world = await suite.world()
      const [customer, boss] = [await world.customer(), await world.agent('ada')]
      const agent = await world.agent('bob', normal)
      const [desk, office] = [await agent.connect(), await boss.connect()]
      const visible = [await startChat(customer), await startChat(customer, { scopes: { groups: [7, 0] } })]
      const { chatId: hidden } = await startChat(customer, elsewhere)
      const list = async () => {
        const chats = await agent.web().succeed('get_filtered_chats')
        return new Set(listAt(chats, 'chats_summary').map((chat) => at(chat, 'id')))
      }
      assert.deepEqual(await list(), new Set(visible.map(({ chatId }) => chatId)))
      assert.deepEqual(await names(desk), ['incoming_chat_thread', 'incoming_chat_thread'])
      assert.equal((await names(office)).length, 3)
      for (const action of ['get_chat_threads', 'send_event', 'close_thread']) {
        const request = { chat_id: hidden, event }
        assert.deepEqual(await agent.web().refuse(action, request), notCovered)
      }
      await boss.web().succeed('get_chat_threads', { chat_id: hidden })
      await boss.web().succeed('join_chat', { chat_id: hidden, agent_ids: [agent.id] })
      await agent.web().succeed('send_event', { chat_id: hidden, event })
      assert.equal((await list()).has(hidden), true)
    },
  )

  verifies(
    'decisions.5.4.readers',
    'pushes go to members of the chat and to agents who may read it',
    async () => {
      const world = await suite.world()
      const [customer, other] = [await world.customer(), await world.customer()]
      const [reader, blind, writer] = [
        await world.agent('ada', { ...normal, scopes: ['chats--all:read'] }),
        await world.agent('bob', { scopes: [] }),
        await world.agent('eve', { scopes: ['chats.conversation--all:write'] }),
      ]
      const stranger = await (await suite.world()).agent('mallory')
      const { chatId } = await startChat(customer)
      const connections = await Promise.all(
        [customer, reader, other, blind, writer, stranger].map((person) => person.connect()),
      )
      await say(customer, chatId, 'Hello')
      const pushNames = await Promise.all(connections.map(names))
      assert.deepEqual(pushNames, [['incoming_event'], ['incoming_event'], [], [], [], []])
    },
  )

  verifies(
    ['decisions.5.6.all', 'decisions.16.5.author'],
    'an agent with an --all:write scope writes without joining, and gets no pushes without a scope to read',
    async () => {
      const world = await suite.world()
      const { chatId: chat_id } = await startChat(await world.customer())
      const agent = await world.agent('ada', { scopes: ['chats.conversation--all:write'] })
      const connection = await agent.connect()
      const response = await connection.succeed('send_event', { chat_id, event })
      assert.equal(at(response, 'event.author_id'), agent.id)
      assert.deepEqual(await connection.pushes(), [])
    },
  )

  verifies(
    [
      'decisions.16.4.user',
      'decisions.16.4.pushed',
      'decisions.16.4.new_thread',
      'decisions.16.4.annotation',
    ],
    'an agent who writes without joining is a user who is not present, which is pushed once per thread',
    async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId: chat_id } = await startChat(customer)
      const connection = await customer.connect()
      const send = (sent: object) => agent.web().succeed('send_event', { chat_id, event: sent })
      for (let count = 0; count < 2; count += 1) await send(event)
      const [userPush, ...sent] = await connection.pushes()
      const shown = { id: agent.id, type: 'agent', name: 'ada', present: false }
      assert.deepEqual(at(userPush, 'payload.updated_users'), { added: [shown], removed_ids: [] })
      assert.deepEqual(
        sent.map(({ action }) => action),
        ['incoming_event', 'incoming_event'],
      )
      await customer.web().succeed('close_thread', { chat_id })
      await connection.pushes()
      await send(event)
      const [opened, ...others] = await connection.pushes()
      assert.equal(at(opened, 'action'), 'incoming_chat_thread')
      assert.deepEqual(at(opened, 'payload.chat.users.1'), shown)
      assert.deepEqual(at(opened, 'payload.chat.thread.user_ids'), [customer.id, agent.id])
      assert.deepEqual(others, [])
      await customer.web().succeed('close_thread', { chat_id })
      const bob = await world.agent('bob')
      await connection.pushes()
      const annotation = { type: 'annotation', annotation_type: 'rating' }
      await bob.web().succeed('send_event', { chat_id, event: annotation })
      const names = (await connection.pushes()).map(({ action }) => action)
      assert.deepEqual(names, ['chat_users_updated', 'incoming_event'])
    },
  )

  verifies('decisions.5.6.my', 'with only --my:write an agent has to be in the chat', async () => {
    const world = await suite.world()
    const agent = await world.agent('ada', { scopes: ['chats.conversation--my:write'] })
    const { chatId: chat_id } = await startChat(await world.customer())
    assert.deepEqual(await agent.web().refuse('send_event', { chat_id, event }), notCovered)
    const boss = await world.agent('bob')
    await boss.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })
    await agent.web().succeed('send_event', { chat_id, event })
  })
})
