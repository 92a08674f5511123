import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { exchange } from '../../support/web-client.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const page = { url: 'https://shop.example/cart', title: 'Cart', referrer: 'https://search.example/' }

proving('what customers log in to and read', (storage) => {
  const suite = useEngine(storage)

  verifies(
    [
      'chat.customer.login',
      'chat.customer.login.response.customer_id',
      'chat.customer.login.response.static_config_path',
    ],
    'login binds the connection to the customer, and pushes nothing',
    async () => {
      const customer = await (await suite.world()).customer()
      const [connection, other] = [await customer.open(), await customer.connect()]
      const response = await connection.succeed('login', { token: customer.token })
      assert.equal(at(response, 'customer_id'), customer.id)
      const config = await exchange(suite.engine.origin + textAt(response, 'static_config_path'), {})
      assert.equal(config.status, 200)
      await connection.succeed('get_chats_summary')
      assert.deepEqual([await connection.pushes(), await other.pushes()], [[], []])
    },
  )

  verifies(
    'decisions.6.16.timezone',
    'details that a customer sends at login are shown to agents',
    async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer({}), await world.agent('ada')]
      const details = { name: 'Kim', email: 'kim@example.com', fields: { plan: 'gold' } }
      const monitoring = { page, timezone: 'Europe/Warsaw' }
      await customer.connect(undefined, { customer: { ...details, monitoring } })
      const { chatId } = await startChat(customer)
      const user = at(await agent.web().succeed('get_chat_threads', { chat_id: chatId }), 'chat.users.0')
      for (const [field, value] of Object.entries(details)) assert.deepEqual(at(user, field), value)
      assert.deepEqual(at(user, 'monitoring.current_visit.pages'), [
        { start: startSeconds, url: page.url, title: page.title },
      ])
      assert.equal(at(user, 'monitoring.referrer'), page.referrer)
      assert.deepEqual(at(user, 'monitoring.geolocation'), { timezone: 'Europe/Warsaw' })
    },
  )

  verifies(
    [
      'chat.customer.get_chats_summary',
      'chat.customer.get_chats_summary.request.offset',
      'chat.customer.get_chats_summary.request.limit',
      'chat.customer.get_chats_summary.response.total_chats',
      'chat.limit.get_chats_summary.offset',
      'chat.limit.get_chats_summary.limit',
      'decisions.6.11.beyond',
    ],
    'get_chats_summary returns the first 10 by default, at most 25, and begins at 100 at most',
    async () => {
      const customer = await (await suite.world()).customer()
      const ids: string[] = []
      for (let count = 0; count < 26; count += 1) ids.unshift((await startChat(customer)).chatId)
      const observer = await customer.connect()
      const web = customer.web()
      const page = async (request: object) => {
        const response = await web.succeed('get_chats_summary', request)
        assert.equal(at(response, 'total_chats'), 26)
        return listAt(response, 'chats_summary').map((chat) => textAt(chat, 'id'))
      }
      assert.deepEqual(await page({}), ids.slice(0, 10))
      assert.deepEqual(await page({ offset: 0, limit: 10 }), ids.slice(0, 10))
      assert.deepEqual(await page({ limit: 25 }), ids.slice(0, 25))
      assert.deepEqual(await page({ offset: 24 }), ids.slice(24))
      assert.deepEqual(await page({ offset: 100 }), [])
      const refused = [
        [{ offset: 101 }, 'payload.offset must be an integer from 0 to 100'],
        [{ offset: -1 }, 'payload.offset must be an integer from 0 to 100'],
        [{ limit: 26 }, 'payload.limit must be an integer from 1 to 25'],
        [{ limit: 0 }, 'payload.limit must be an integer from 1 to 25'],
      ] as const
      for (const [request, detail] of refused) {
        assert.deepEqual(await web.refuse('get_chats_summary', request), validation(detail, { request }))
      }
      assert.deepEqual(await observer.pushes(), [])
    },
  )

  verifies(
    [
      'chat.customer.get_chat_threads_summary',
      'chat.customer.get_chat_threads_summary.request.offset',
      'chat.customer.get_chat_threads_summary.request.limit',
      'chat.customer.get_chat_threads_summary.response.total_threads',
      'chat.limit.get_chat_threads_summary.offset',
      'chat.limit.get_chat_threads_summary.limit',
    ],
    'get_chat_threads_summary returns the first 25 by default, and at most 100',
    async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id } = await startChat(customer)
      const web = customer.web()
      for (let count = 1; count < 101; count += 1) {
        await web.succeed('close_thread', { chat_id })
        await say(customer, chat_id, 'Hello')
      }
      const observer = await customer.connect()
      const orders = async (request: object) => {
        const response = await web.succeed('get_chat_threads_summary', { chat_id, ...request })
        assert.equal(at(response, 'total_threads'), 101)
        return listAt(response, 'threads_summary').map((thread) => at(thread, 'order'))
      }
      const newest = Array.from({ length: 101 }, (_, index) => 101 - index)
      assert.deepEqual(await orders({}), newest.slice(0, 25))
      assert.deepEqual(await orders({ offset: 0, limit: 25 }), newest.slice(0, 25))
      assert.deepEqual(await orders({ limit: 100 }), newest.slice(0, 100))
      assert.deepEqual(await orders({ offset: 100 }), [1])
      assert.deepEqual(
        await web.refuse('get_chat_threads_summary', { chat_id, limit: 101 }),
        validation('payload.limit must be an integer from 1 to 100', { request: { limit: 101 } }),
      )
      assert.deepEqual(await observer.pushes(), [])
    },
  )

  verifies(
    ['chat.customer.get_chat_threads', 'chat.customer.get_chat_threads.response.chat.threads'],
    'get_chat_threads returns the requested threads with their events',
    async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id, threadId } = await startChat(customer)
      const eventId = await say(customer, chat_id, 'Hello')
      const web = customer.web()
      await web.succeed('close_thread', { chat_id })
      await say(customer, chat_id, 'Hello again')
      const observer = await customer.connect()
      const read = await web.succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.equal(at(read, 'chat.threads.length'), 1)
      assert.equal(at(read, 'chat.threads.0.id'), threadId)
      assert.equal(at(read, 'chat.threads.0.events.0.id'), eventId)
      const summary = await web.succeed('get_chat_threads_summary', { chat_id })
      assert.equal(at(summary, 'threads_summary.1.total_events'), 2)
      assert.equal(at(read, 'chat.threads.0.events.length'), 2)
      assert.deepEqual(await observer.pushes(), [])
    },
  )

  verifies(
    'decisions.6.11.sorted',
    'get_chats_summary begins with the chat that was last active',
    async () => {
      const customer = await (await suite.world()).customer()
      const [one, other] = [await startChat(customer), await startChat(customer)]
      const first = async () => at(await customer.web().succeed('get_chats_summary'), 'chats_summary.0.id')
      assert.equal(await first(), other.chatId)
      suite.engine.clock.advance(1_000)
      await say(customer, one.chatId, 'Hello')
      assert.equal(await first(), one.chatId)
    },
  )
})
