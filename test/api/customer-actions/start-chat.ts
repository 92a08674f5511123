import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at, has, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { nextInLine, readQueue } from '../../support/queue.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('customer start_chat', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('customer', (transport, version) => {
    test('start_chat opens a chat with an active thread and the given events, properties and scopes', async () => {
      const customer = await (await suite.world()).customer({ name: 'Casey', fields: { plan: 'gold' } })
      const caller = await customer.via(transport, version)
      const properties = { test: { string_property: { value: 'blue' } } }
      const response = await caller.succeed('start_chat', {
        chat: {
          scopes: { groups: [3, 0, 3] },
          properties,
          thread: {
            events: [{ type: 'message', text: 'Hello', custom_id: 'first' }],
            properties: { test: { int_property: 7 } },
          },
        },
      })
      const [chatId, threadId] = [textAt(response, 'chat.id'), textAt(response, 'chat.thread.id')]
      assert.deepEqual(response, {
        chat: {
          id: chatId,
          users: [
            { id: customer.id, type: 'customer', name: 'Casey', present: true, fields: { plan: 'gold' } },
          ],
          properties,
          scopes: { groups: [3, 0] },
          ...readQueue(version),
          thread: {
            ...{ id: threadId, active: true, order: 1, user_ids: [customer.id] },
            properties: { test: { int_property: { value: 7 } } },
            events: [
              {
                ...{ id: textAt(response, 'chat.thread.events.0.id'), order: 1, timestamp: startSeconds },
                ...{ custom_id: 'first', type: 'message', author_id: customer.id, text: 'Hello' },
              },
            ],
          },
        },
      })
    })

    test('start_chat opens an empty chat for an absent payload', async () => {
      const customer = await (await suite.world()).customer()
      const response = await (await customer.via(transport, version)).succeed('start_chat')
      assert.deepEqual(response, {
        chat: {
          id: textAt(response, 'chat.id'),
          users: [{ id: customer.id, type: 'customer', name: 'Casey', present: true, fields: {} }],
          scopes: {},
          ...readQueue(version),
          thread: {
            ...{ id: textAt(response, 'chat.thread.id'), active: true, order: 1 },
            ...{ user_ids: [customer.id], events: [] },
          },
        },
      })
    })

    test('start_chat is refused before the customer has sent any details', async () => {
      const customer = await (await suite.world()).customer({})
      const caller = await customer.via(transport, version)
      const refusal = validation('customer details must be sent first (update_customer)')
      assert.deepEqual(await caller.refuse('start_chat'), refusal)
      await caller.succeed('update_customer', { name: '', fields: { plan: '' } })
      assert.deepEqual(await caller.refuse('start_chat'), refusal)
      await caller.succeed('update_customer', { monitoring: { timezone: '' } })
      assert.deepEqual(await caller.refuse('start_chat'), refusal)
      await caller.succeed('update_customer', { fields: { plan: 'gold' } })
      await caller.succeed('start_chat')
    })

    for (const monitoring of [{ page: { url: 'https://shop.example/' } }, { timezone: 'Europe/Warsaw' }]) {
      test(`start_chat works once ${Object.keys(monitoring)} of monitoring was sent`, async () => {
        const customer = await (await suite.world()).customer({})
        const caller = await customer.via(transport, version)
        await caller.succeed('update_customer', { monitoring })
        await caller.succeed('start_chat')
      })
    }

    test('start_chat works after a login that contained the page', async () => {
      const customer = await (await suite.world()).customer({})
      const monitoring = { page: { url: 'https://shop.example/' } }
      await (await customer.connect(version, { customer: { monitoring } })).succeed('start_chat')
    })

    test('start_chat stores nothing when one of its events is invalid', async () => {
      const customer = await (await suite.world()).customer()
      const caller = await customer.via(transport, version)
      const events = [{ type: 'message', text: 'Hello' }, { type: 'message' }]
      assert.deepEqual(
        await caller.refuse('start_chat', { chat: { thread: { events } } }),
        validation('payload.chat.thread.events[1].text is required'),
      )
      assert.deepEqual(await caller.succeed('get_chats_summary'), { chats_summary: [], total_chats: 0 })
    })

    test('start_chat refuses scopes that are not unsigned integers', async () => {
      const caller = await (await (await suite.world()).customer()).via(transport, version)
      assert.deepEqual(
        await caller.refuse('start_chat', { chat: { scopes: { groups: [-1] } } }),
        validation('payload.chat.scopes.groups[0] must be at least 0'),
      )
      assert.deepEqual(
        await caller.refuse('start_chat', { chat: { scopes: { groups: ['0'] } } }),
        validation('payload.chat.scopes.groups[0] must be an integer'),
      )
    })

    test('start_chat is pushed to the customer and the agents', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const [phone, desk] = [await customer.connect(version), await agent.connect()]
      const caller = await customer.via(transport, version)
      const response = await caller.succeed('start_chat')
      const [pushed] = await phone.pushes()
      const queue = readQueue(version, { ...nextInLine, accepting_chats: true })
      const chat = Object.assign({}, at(pushed, 'payload.chat'), queue)
      assert.deepEqual(response, { chat })
      assert.equal(has(at(pushed, 'payload.chat'), 'queue'), false)
      const shown = await desk.pushes()
      assert.deepEqual(shown, [
        pushFrame('incoming_chat_thread', {
          chat: {
            id: textAt(response, 'chat.id'),
            users: [
              {
                ...{ id: customer.id, type: 'customer', name: 'Casey', present: true, fields: {} },
                banned: false,
                monitoring: {
                  stats: { visits: 0, threads: 1, page_views: 0 },
                  ...{ ip: '127.0.0.1', host: '127.0.0.1', user_agent: 'parley-test' },
                },
              },
            ],
            thread: {
              ...{ id: textAt(response, 'chat.thread.id'), active: true, order: 1, timestamp: startSeconds },
              ...{ user_ids: [customer.id], events: [] },
            },
          },
        }),
      ])
    })
  })

  test('start_chat gives the chats of one customer different ids', async () => {
    const caller = (await (await suite.world()).customer()).web()
    const ids = [await caller.succeed('start_chat'), await caller.succeed('start_chat')].map((response) =>
      textAt(response, 'chat.id'),
    )
    assert.notEqual(ids[0], ids[1])
    assert.equal(at(await caller.succeed('get_chats_summary'), 'total_chats'), 2)
  })
})

forEachStorage('customer start_chat', (storage) => {
  const suite = useEngine(storage, { limits: { chatsPerCustomer: 2 } })

  test('start_chat is refused beyond the maximum number of chats, even when requests arrive at once', async () => {
    const caller = (await (await suite.world()).customer()).web()
    const answers = await Promise.all(Array.from({ length: 6 }, () => caller.post('start_chat')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 400, 400, 400, 400])
    assert.deepEqual(await caller.refuse('start_chat'), validation('a customer can have at most 2 chats'))
  })
})
