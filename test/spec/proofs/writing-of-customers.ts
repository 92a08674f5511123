import assert from 'node:assert/strict'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { nextInLine } from '../../support/queue.js'
import type { RtmClient } from '../../support/rtm-client.js'
import { proving } from '../proving.js'
import { message, properties } from '../recording/events.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }
const names = async (connection: RtmClient) => (await connection.pushes()).map(({ action }) => action)

proving('what customers do', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    return { world, customer, agent, web: customer.web() }
  }

  verifies(
    [
      'chat.customer.start_chat',
      'chat.customer.start_chat.push',
      'chat.state.thread.start_chat',
      'decisions.6.4.starter',
    ],
    'start_chat creates the requested chat with one thread, and pushes it',
    async () => {
      const { customer, agent, web } = await setUp()
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      const chat = { properties, thread: { events: [message, event], properties } }
      const response = await web.succeed('start_chat', { chat })
      assert.deepEqual(at(response, 'chat.thread.user_ids'), [customer.id])
      assert.deepEqual([at(response, 'chat.thread.order'), at(response, 'chat.thread.active')], [1, true])
      const texts = listAt(response, 'chat.thread.events').map((one) => at(one, 'text'))
      assert.deepEqual(texts, [message.text, event.text])
      for (const place of ['chat', 'chat.thread', 'chat.thread.events.0']) {
        assert.equal(at(response, `${place}.properties.test.int_property.value`), 7)
      }
      const pushed = at(await phone.push('incoming_chat_thread'), 'chat')
      const queue = { ...nextInLine, accepting_chats: true }
      assert.deepEqual(response, { chat: Object.assign({}, pushed, { queue }) })
      assert.equal(at(await desk.push('incoming_chat_thread'), 'chat.id'), at(response, 'chat.id'))
    },
  )

  verifies(
    ['chat.customer.start_chat.details_first', 'decisions.6.3.details', 'decisions.15.details'],
    'start_chat requires one detail of the customer that is not empty',
    async () => {
      const world = await suite.world()
      const customer = await world.customer({})
      const web = customer.web()
      const error = validation('customer details must be sent first (update_customer)')
      assert.deepEqual(await web.refuse('start_chat'), error)
      await web.succeed('update_customer', { name: '', email: '', fields: {} })
      assert.deepEqual(await web.refuse('start_chat'), error)
      await web.succeed('update_customer', { email: 'kim@example.com' })
      await web.succeed('start_chat')
      const other = await world.customer({})
      const connection = await other.connect(undefined, { customer: { name: 'Kim' } })
      await connection.succeed('start_chat')
    },
  )

  verifies(
    ['chat.customer.start_chat.request.chat.scopes', 'chat.scopes.empty'],
    'a chat is visible to all agents unless its scopes name groups',
    async () => {
      const { world, customer } = await setUp()
      const agent = await world.agent('bob', { permission: 'normal' })
      const unscoped = [await startChat(customer), await startChat(customer, { scopes: {} })]
      const { chatId: hidden } = await startChat(customer, { scopes: { groups: [7] } })
      for (const { chatId } of unscoped) await agent.web().succeed('get_chat_threads', { chat_id: chatId })
      const error = await agent.web().refuse('get_chat_threads', { chat_id: hidden })
      assert.equal(at(error, 'type'), 'authorization')
      const read = await world.agent('eve').then((eve) => eve.web().succeed('get_filtered_chats'))
      const scopes = listAt(read, 'chats_summary').map((chat) => at(chat, 'scopes'))
      assert.deepEqual(scopes, [{ groups: [7] }, {}, {}])
    },
  )

  verifies(
    [
      'chat.customer.send_event',
      'chat.customer.send_event.response.thread_id',
      'chat.customer.send_event.response.event',
      'chat.customer.send_event.push',
    ],
    'send_event stores, returns and pushes the event',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id, threadId: thread_id } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      const response = await web.succeed('send_event', { chat_id, event })
      assert.equal(at(response, 'thread_id'), thread_id)
      assert.equal(at(response, 'event.text'), 'Hello')
      assert.deepEqual(await phone.push('incoming_event'), { chat_id, ...Object(response) })
      assert.equal(at(await desk.push('incoming_event'), 'event.id'), at(response, 'event.id'))
      const read = await web.succeed('get_chat_threads', { chat_id, thread_ids: [thread_id] })
      assert.deepEqual(at(read, 'chat.threads.0.events'), [at(response, 'event')])
    },
  )

  verifies(
    ['chat.customer.send_event.push', 'chat.state.thread.send_event', 'decisions.6.1.send_event'],
    'an event that starts a thread is pushed as incoming_chat_thread instead',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id, threadId } = await startChat(customer)
      await web.succeed('close_thread', { chat_id })
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      const response = await web.succeed('send_event', { chat_id, event })
      assert.notEqual(at(response, 'thread_id'), threadId)
      for (const connection of [phone, desk]) {
        const pushes = await connection.pushes()
        assert.deepEqual(
          pushes.map(({ action }) => action),
          ['incoming_chat_thread'],
        )
        assert.equal(at(pushes[0], 'payload.chat.thread.id'), at(response, 'thread_id'))
        assert.equal(at(pushes[0], 'payload.chat.thread.events.0.id'), at(response, 'event.id'))
      }
    },
  )

  verifies(
    ['chat.customer.send_sneak_peek', 'decisions.5.4.sneak_peek', 'decisions.15.typing_pushes'],
    'send_sneak_peek is pushed to agents, and to no customer',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      assert.deepEqual(await web.succeed('send_sneak_peek', { chat_id, sneak_peek_text: 'Hel' }), {})
      const sneak_peek = {
        author_id: customer.id,
        timestamp: startSeconds,
        text: 'Hel',
        recipients: 'agents',
      }
      assert.deepEqual(await desk.push('incoming_sneak_peek'), { chat_id, sneak_peek })
      assert.deepEqual(await phone.pushes(), [])
    },
  )

  verifies(
    [
      'chat.customer.close_thread',
      'chat.customer.close_thread.push',
      'chat.state.thread.close_thread',
      'chat.thread.active',
    ],
    'close_thread ends the thread, which then accepts no events',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id, threadId: thread_id } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      await web.succeed('close_thread', { chat_id, thread_id })
      const closed = { chat_id, thread_id, user_id: customer.id }
      for (const connection of [phone, desk]) {
        assert.deepEqual(await connection.push('thread_closed'), closed)
      }
      const read = await web.succeed('get_chat_threads', { chat_id, thread_ids: [thread_id] })
      assert.equal(at(read, 'chat.threads.0.active'), false)
      const sent = await web.succeed('send_event', { chat_id, event })
      assert.notEqual(at(sent, 'thread_id'), thread_id)
    },
  )

  verifies(
    ['chat.customer.update_customer', 'decisions.6.15.merge'],
    'update_customer replaces the given details, keeps the others and merges fields',
    async () => {
      const { customer, web } = await setUp()
      await web.succeed('update_customer', { email: 'kim@example.com', fields: { plan: 'gold', seat: '1' } })
      const response = await web.succeed('update_customer', { name: 'Lee', fields: { plan: 'silver' } })
      assert.deepEqual(response, {
        customer: {
          ...{ id: customer.id, type: 'customer', name: 'Lee', email: 'kim@example.com' },
          ...{ present: true, fields: { plan: 'silver', seat: '1' } },
        },
      })
    },
  )

  verifies(
    ['chat.customer.update_customer.push', 'decisions.6.15.push'],
    'update_customer is pushed once for each active chat',
    async () => {
      const { customer, agent, web } = await setUp()
      const chats = [await startChat(customer), await startChat(customer), await startChat(customer)]
      await web.succeed('close_thread', { chat_id: chats[0]?.chatId })
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      await web.succeed('update_customer', { name: 'Lee' })
      for (const connection of [phone, desk]) {
        const pushes = await connection.pushes()
        assert.deepEqual(new Set(pushes.map(({ action }) => action)), new Set(['customer_updated']))
        const chatIds = pushes.map((push) => textAt(push, 'payload.chat_id'))
        assert.deepEqual(
          chatIds.toSorted(),
          chats
            .slice(1)
            .map(({ chatId }) => chatId)
            .toSorted(),
        )
        for (const push of pushes) assert.equal(at(push, 'payload.customer.name'), 'Lee')
      }
    },
  )

  verifies(
    [
      'chat.customer.update_last_seen_timestamp',
      'chat.customer.update_last_seen_timestamp.push',
      'decisions.6.10.now',
      'decisions.6.10.backwards',
      'decisions.6.10.future',
    ],
    'update_last_seen_timestamp moves forwards, until now',
    async () => {
      const { customer, agent, web } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      const desk = await agent.connect()
      const seen = async (fields: object) =>
        at(await web.succeed('update_last_seen_timestamp', { chat_id, ...fields }), 'timestamp')
      const timestamp = startSeconds - 60
      assert.equal(await seen({ timestamp }), timestamp)
      const push = { user_id: customer.id, chat_id, timestamp }
      assert.deepEqual(await desk.push('last_seen_timestamp_updated'), push)
      assert.equal(await seen({ timestamp: timestamp - 1 }), timestamp)
      assert.equal(await seen({ timestamp: startSeconds + 60 }), startSeconds)
      const { chatId: other } = await startChat(customer)
      assert.equal(await seen({ chat_id: other }), startSeconds)
      const user = at(await web.succeed('get_chats_summary'), 'chats_summary.0.users.0')
      assert.ok(has(user, 'last_seen_timestamp'))
    },
  )

  verifies('decisions.6.16.page', 'update_customer with another page adds it to the visit', async () => {
    const { customer, agent, web } = await setUp()
    const { chatId: chat_id } = await startChat(customer)
    const pages = [
      { url: 'https://a.example/', title: 'A' },
      { url: 'https://b.example/', title: 'B' },
    ]
    for (const page of pages) {
      await web.succeed('update_customer', { monitoring: { page, timezone: 'UTC' } })
    }
    const read = await agent.web().succeed('get_chat_threads', { chat_id })
    const monitoring = at(read, 'chat.users.0.monitoring')
    assert.deepEqual(
      at(monitoring, 'current_visit.pages'),
      pages.map((page) => ({ start: startSeconds, ...page })),
    )
    assert.equal(at(monitoring, 'geolocation.timezone'), 'UTC')
  })

  verifies('decisions.6.17.stored', 'sneak peeks and typing indicators are not stored', async () => {
    const { customer, agent, web } = await setUp()
    const { chatId: chat_id, threadId } = await startChat(customer)
    await web.succeed('close_thread', { chat_id })
    const phone = await customer.connect()
    await web.post('send_sneak_peek', { chat_id, sneak_peek_text: 'Hel' })
    await agent.web().post('send_typing_indicator', { chat_id, is_typing: true })
    assert.equal((await names(phone)).includes('incoming_chat_thread'), false)
    const summary = await web.succeed('get_chat_threads_summary', { chat_id })
    assert.deepEqual(at(summary, 'threads_summary'), [{ id: threadId, order: 1, total_events: 1 }])
  })
})
