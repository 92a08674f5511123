import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, validation } from '../../support/errors.js'
import { at, has, listAt } from '../../support/json.js'
import { proving } from '../proving.js'
import { message, properties } from '../recording/events.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }
const away = { routing_status: 'not_accepting_chats' }

proving('what agents do', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    return { world, customer, agent, web: agent.web() }
  }

  verifies(
    ['chat.agent.login', 'chat.agent.login.permission'],
    'login needs no permission, and pushes nothing',
    async () => {
      const { world, agent } = await setUp()
      const blind = await world.agent('bob', { scopes: [] })
      const desk = await agent.connect()
      const connection = await blind.open()
      const response = await connection.succeed('login', { token: blind.token })
      assert.equal(at(response, 'my_profile.id'), blind.id)
      await connection.succeed('start_chat')
      await desk.push('incoming_chat_thread')
      assert.deepEqual(await desk.pushes(), [])
      const again = await (await agent.open()).succeed('login', { token: agent.token })
      assert.equal(at(again, 'chats_summary.length'), 1)
    },
  )

  verifies(
    ['chat.agent.login.request.reconnect', 'chat.state.agent.login_reconnect'],
    'login takes the last known status with reconnect, and the default without',
    async () => {
      const { agent } = await setUp()
      const first = await agent.connect()
      await first.succeed('update_agent', away)
      await first.close()
      for (const [reconnect, status] of [
        [true, 'not_accepting_chats'],
        [false, 'accepting_chats'],
      ] as const) {
        const connection = await agent.open()
        const response = await connection.succeed('login', { token: agent.token, reconnect })
        assert.equal(at(response, 'my_profile.routing_status'), status)
      }
    },
  )

  verifies(
    [
      'chat.agent.get_filtered_chats',
      'chat.agent.get_filtered_chats.request.filters.include_active',
      'decisions.15.include_active',
    ],
    'get_filtered_chats leaves out chats with an active thread only without include_active',
    async () => {
      const { customer, web } = await setUp()
      const [active, closed] = [await startChat(customer), await startChat(customer)]
      await customer.web().succeed('close_thread', { chat_id: closed.chatId })
      const ids = async (request: object) => {
        const response = await web.succeed('get_filtered_chats', request)
        return new Set(listAt(response, 'chats_summary').map((chat) => at(chat, 'id')))
      }
      const both = new Set([active.chatId, closed.chatId])
      assert.deepEqual(await ids({}), both)
      assert.deepEqual(await ids({ filters: { include_active: true } }), both)
      assert.deepEqual(await ids({ filters: { include_active: false } }), new Set([closed.chatId]))
    },
  )

  verifies(
    [
      'chat.agent.get_chat_threads',
      'chat.agent.get_chat_threads.response.chat.properites',
      'decisions.6.13.properites',
      'decisions.15.get_chat_threads',
    ],
    'get_chat_threads returns the requested threads, and lists all',
    async () => {
      const { customer, web } = await setUp()
      const { chatId: chat_id, threadId } = await startChat(customer, { properties })
      await customer.web().succeed('close_thread', { chat_id })
      await customer.web().succeed('send_event', { chat_id, event })
      const listed = await web.succeed('get_chat_threads', { chat_id })
      assert.equal(has(at(listed, 'chat'), 'threads'), false)
      const orders = listAt(listed, 'chat.threads_summary').map((thread) => at(thread, 'order'))
      assert.deepEqual(orders, [2, 1])
      const read = await web.succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.deepEqual(
        listAt(read, 'chat.threads').map((thread) => at(thread, 'id')),
        [threadId],
      )
      assert.deepEqual(at(read, 'chat.threads_summary'), at(listed, 'chat.threads_summary'))
      assert.equal(at(read, 'chat.properties.test.int_property.value'), 7)
      assert.deepEqual(at(read, 'chat.properites'), at(read, 'chat.properties'))
    },
  )

  verifies(
    [
      'chat.agent.start_chat',
      'chat.agent.start_chat.permission',
      'chat.agent.start_chat.push',
      'chat.authentication.no_permission',
      'decisions.6.4.starter',
    ],
    'start_chat needs no permission, and creates and pushes the requested chat',
    async () => {
      const { world, agent } = await setUp()
      const blind = await world.agent('bob', { scopes: [] })
      const desk = await agent.connect()
      const chat = { properties, thread: { events: [message, event], properties } }
      const response = await blind.web().succeed('start_chat', { chat })
      assert.deepEqual(at(response, 'chat.users.length'), 1)
      assert.equal(at(response, 'chat.users.0.id'), blind.id)
      const texts = listAt(response, 'chat.thread.events').map((one) => at(one, 'text'))
      assert.deepEqual(texts, [message.text, event.text])
      for (const place of ['chat', 'chat.thread', 'chat.thread.events.0']) {
        assert.equal(at(response, `${place}.properties.test.int_property.value`), 7)
      }
      assert.deepEqual(await desk.push('incoming_chat_thread'), response)
    },
  )

  verifies(
    [
      'chat.agent.join_chat',
      'chat.agent.join_chat.push',
      'chat.state.members.join_chat',
      'decisions.15.join_twice',
    ],
    'join_chat adds agents and pushes it, once',
    async () => {
      const { world, customer, agent, web } = await setUp()
      const bob = await world.agent('bob')
      const { chatId: chat_id, threadId } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      const request = { chat_id, agent_ids: [agent.id, bob.id] }
      assert.deepEqual(await web.succeed('join_chat', request), {})
      const joined = [agent.id, bob.id]
      const seen = await phone.push('chat_users_updated')
      assert.deepEqual(
        listAt(seen, 'updated_users.added').map((user) => at(user, 'id')),
        joined,
      )
      assert.deepEqual(at(seen, 'updated_users.removed_ids'), [])
      const push = await desk.push('chat_users_updated')
      assert.deepEqual(
        listAt(push, 'updated_users.agents.added').map((user) => at(user, 'id')),
        joined,
      )
      assert.deepEqual(at(push, 'updated_users.customers'), { added: [], removed_ids: [] })
      const read = await web.succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.deepEqual(at(read, 'chat.threads.0.user_ids'), [customer.id, ...joined])
      assert.deepEqual(await web.succeed('join_chat', request), {})
      assert.deepEqual(await desk.pushes(), [])
    },
  )

  verifies(
    [
      'chat.agent.remove_from_chat',
      'chat.agent.remove_from_chat.request.agent_ids',
      'chat.agent.remove_from_chat.push',
      'chat.state.members.remove_from_chat',
      'decisions.5.4.removed',
      'decisions.5.7.present',
    ],
    'remove_from_chat removes the named agents or else the caller, and pushes to them too',
    async () => {
      const { world, customer, agent, web } = await setUp()
      const bob = await world.agent('bob', { permission: 'normal', scopes: ['chats--my:read'] })
      const { chatId: chat_id } = await startChat(customer)
      await web.succeed('join_chat', { chat_id, agent_ids: [agent.id, bob.id] })
      const [phone, desk] = [await customer.connect(), await bob.connect()]
      assert.deepEqual(await web.succeed('remove_from_chat', { chat_id, agent_ids: [bob.id] }), {})
      const removed = { added: [], removed_ids: [bob.id] }
      assert.deepEqual(at(await phone.push('chat_users_updated'), 'updated_users'), removed)
      assert.deepEqual(at(await desk.push('chat_users_updated'), 'updated_users.agents'), removed)
      await web.succeed('remove_from_chat', { chat_id })
      const users = listAt(await web.succeed('get_chat_threads', { chat_id }), 'chat.users')
      assert.deepEqual(
        users.map((user) => [at(user, 'id'), at(user, 'present')]),
        [
          [customer.id, true],
          [agent.id, false],
          [bob.id, false],
        ],
      )
    },
  )

  verifies(
    ['chat.agent.remove_from_chat.no_customer', 'decisions.15.remove_customer'],
    'remove_from_chat removes no customer',
    async () => {
      const { customer, web } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      const error = await web.refuse('remove_from_chat', { chat_id, agent_ids: [customer.id] })
      assert.deepEqual(error, authorization('a customer cannot be removed'))
      const read = await web.succeed('get_chat_threads', { chat_id })
      assert.equal(at(read, 'chat.users.0.present'), true)
    },
  )

  verifies(
    [
      'chat.agent.send_event',
      'chat.agent.send_event.response.thread_id',
      'chat.agent.send_event.response.event',
      'chat.agent.send_event.push',
      'decisions.6.7.default',
    ],
    'send_event stores, returns and pushes the event, to all by default',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id, threadId } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      const response = await web.succeed('send_event', { chat_id, event })
      assert.equal(at(response, 'thread_id'), threadId)
      assert.equal(at(response, 'event.recipients'), 'all')
      assert.deepEqual(await desk.push('incoming_event'), { chat_id, event: at(response, 'event') })
      assert.equal(at(await phone.push('incoming_event'), 'event.id'), at(response, 'event.id'))
      await web.succeed('close_thread', { chat_id })
      await desk.pushes()
      await web.succeed('send_event', { chat_id, event })
      assert.deepEqual(
        (await desk.pushes()).map(({ action }) => action),
        ['incoming_chat_thread'],
      )
    },
  )

  verifies(
    [
      'chat.agent.send_typing_indicator',
      'chat.agent.send_typing_indicator.request.recipients',
      'decisions.15.typing_indicator',
      'decisions.15.typing_pushes',
    ],
    'send_typing_indicator is pushed to all by default, or to agents only',
    async () => {
      const { world, customer, agent, web } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await (await world.agent('bob')).connect()]
      const indicator = { author_id: agent.id, timestamp: startSeconds }
      assert.deepEqual(await web.succeed('send_typing_indicator', { chat_id, is_typing: true }), {})
      assert.deepEqual(await phone.push('incoming_typing_indicator'), {
        ...{ chat_id, typing_indicator: { ...indicator, is_typing: true } },
      })
      assert.deepEqual(await desk.push('incoming_typing_indicator'), {
        ...{ chat_id, typing_indicator: { ...indicator, recipients: 'all', is_typing: true } },
      })
      const among = { chat_id, is_typing: false, recipients: 'agents' }
      await web.succeed('send_typing_indicator', among)
      assert.deepEqual(await desk.push('incoming_typing_indicator'), {
        ...{ chat_id, typing_indicator: { ...indicator, recipients: 'agents', is_typing: false } },
      })
      assert.deepEqual(await phone.pushes(), [])
    },
  )

  verifies(
    [
      'chat.agent.close_thread',
      'chat.agent.close_thread.push',
      'chat.agent.push.thread_closed.user_id',
      'chat.state.thread.close_thread',
    ],
    'close_thread ends the thread, which then accepts no events',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id, threadId: thread_id } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      await web.succeed('close_thread', { chat_id })
      const closed = { chat_id, thread_id, user_id: agent.id }
      for (const connection of [phone, desk]) {
        assert.deepEqual(await connection.push('thread_closed'), closed)
      }
      for (const person of [customer, agent]) {
        const sent = await person.web().succeed('send_event', { chat_id, event })
        assert.notEqual(at(sent, 'thread_id'), thread_id)
      }
    },
  )

  verifies(
    [
      'chat.agent.update_agent',
      'chat.agent.update_agent.request.agent_id',
      'chat.agent.update_agent.push',
      'chat.state.agent.update_agent',
    ],
    'update_agent changes the status of the caller or of the named agent',
    async () => {
      const { world, agent, web } = await setUp()
      const bob = await world.agent('bob')
      const [desk] = [await agent.connect(), await bob.connect()]
      for (const [request, agent_id] of [
        [{}, agent.id],
        [{ agent_id: bob.id }, bob.id],
      ] as const) {
        for (const routing_status of ['not_accepting_chats', 'accepting_chats']) {
          assert.deepEqual(await web.succeed('update_agent', { ...request, routing_status }), {})
          assert.deepEqual(await desk.push('agent_updated'), { agent_id, routing_status })
        }
      }
    },
  )

  verifies(
    'decisions.15.update_agent',
    'update_agent requires a status, and an agent who is logged in',
    async () => {
      const { agent, web } = await setUp()
      assert.deepEqual(
        await web.refuse('update_agent', away),
        validation('the agent is not logged in: log in over RTM first'),
      )
      await agent.connect()
      assert.deepEqual(await web.refuse('update_agent'), validation('payload.routing_status is required'))
      await web.succeed('update_agent', away)
    },
  )

  verifies(
    [
      'chat.agent.update_last_seen_timestamp',
      'chat.agent.update_last_seen_timestamp.push',
      'decisions.6.10.now',
    ],
    'update_last_seen_timestamp shows how far the agent has read',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      await web.succeed('join_chat', { chat_id, agent_ids: [agent.id] })
      const phone = await customer.connect()
      const timestamp = startSeconds - 60
      assert.deepEqual(await web.succeed('update_last_seen_timestamp', { chat_id, timestamp }), { timestamp })
      const push = { user_id: agent.id, chat_id, timestamp }
      assert.deepEqual(await phone.push('last_seen_timestamp_updated'), push)
      for (const [reader, action] of [
        [web, 'get_filtered_chats'],
        [customer.web(), 'get_chats_summary'],
      ] as const) {
        const shown = at(await reader.succeed(action), 'chats_summary.0.users.1')
        assert.equal(at(shown, 'last_seen_timestamp'), timestamp)
      }
      const now = await web.succeed('update_last_seen_timestamp', { chat_id })
      assert.deepEqual(now, { timestamp: startSeconds })
    },
  )
})
