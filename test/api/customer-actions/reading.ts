import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { unknownChat, validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { readQueue } from '../../support/queue.js'
import { forEachStorage } from '../../support/storages.js'

const event = { type: 'message', text: 'Hello' }

forEachStorage('read actions of customers', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('customer', (transport, version) => {
    test('get_chats_summary shows the newest event of each type', async () => {
      const customer = await (await suite.world()).customer()
      const properties = { test: { tokenized_string_property: { value: 'a b' } } }
      const { chatId, threadId } = await startChat(customer, { properties, scopes: { groups: [2] } })
      await say(customer, chatId, 'Hello')
      const lastId = await say(customer, chatId, 'Hello again')
      const custom = { type: 'custom', content: { a: 1 } }
      const caller = await customer.via(transport, version)
      const sent = await caller.succeed('send_event', { chat_id: chatId, event: custom })
      const common = { timestamp: startSeconds, author_id: customer.id }
      const message = { id: lastId, order: 2, ...common, type: 'message', text: 'Hello again' }
      const last = { custom: at(sent, 'event'), message }
      const inThread = { thread_id: threadId, thread_order: 1 }
      assert.deepEqual(await caller.succeed('get_chats_summary'), {
        chats_summary: [
          {
            ...{ id: chatId, order: startSeconds * 1_000 },
            users: [{ id: customer.id, type: 'customer', name: 'Casey', present: true, fields: {} }],
            ...{ properties, scopes: { groups: [2] } },
            ...readQueue(version),
            last_event_per_type:
              version === 'v0.3'
                ? { thread_id: threadId, events: last }
                : {
                    custom: { ...inThread, event: last.custom },
                    message: { ...inThread, event: last.message },
                  },
          },
        ],
        total_chats: 1,
      })
    })

    test('get_chats_summary shows a chat with a new thread with the fields of each version', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId, threadId } = await startChat(customer)
      await say(customer, chatId, 'Old')
      const caller = await customer.via(transport, version)
      await caller.succeed('close_thread', { chat_id: chatId })
      const custom = { type: 'custom', content: {} }
      const sent = await caller.succeed('send_event', { chat_id: chatId, event: custom })
      const last = at(await caller.succeed('get_chats_summary'), 'chats_summary.0.last_event_per_type')
      if (version === 'v0.3') {
        const newThreadId = textAt(sent, 'thread_id')
        assert.deepEqual(last, { thread_id: newThreadId, events: { custom: at(sent, 'event') } })
      } else {
        assert.deepEqual(
          ['message', 'system_message', 'custom'].map((type) => at(last, `${type}.thread_order`)),
          [1, 1, 2],
        )
        assert.equal(at(last, 'message.thread_id'), threadId)
      }
    })

    test('get_chats_summary returns pages, and counts all chats', async () => {
      const customer = await (await suite.world()).customer()
      const ids: string[] = []
      for (let count = 0; count < 3; count += 1) ids.unshift((await startChat(customer)).chatId)
      const caller = await customer.via(transport, version)
      const page = async (payload: object) => {
        const response = await caller.succeed('get_chats_summary', payload)
        assert.equal(at(response, 'total_chats'), 3)
        return listAt(response, 'chats_summary').map((summary) => textAt(summary, 'id'))
      }
      assert.deepEqual(await page({ limit: 2 }), ids.slice(0, 2))
      assert.deepEqual(await page({ offset: 2 }), ids.slice(2))
      assert.deepEqual(await page({ offset: 100, limit: 25 }), [])
    })

    test('get_chats_summary refuses an offset or limit outside its bounds', async () => {
      const caller = await (await (await suite.world()).customer()).via(transport, version)
      const refused: readonly (readonly [payload: object, detail: string])[] = [
        [{ offset: 101 }, 'payload.offset must be an integer from 0 to 100'],
        [{ offset: -1 }, 'payload.offset must be an integer from 0 to 100'],
        [{ offset: 1.5 }, 'payload.offset must be an integer from 0 to 100'],
        [{ limit: 26 }, 'payload.limit must be an integer from 1 to 25'],
        [{ limit: 0 }, 'payload.limit must be an integer from 1 to 25'],
        [{ limit: '10' }, 'payload.limit must be an integer from 1 to 25'],
      ]
      for (const [payload, detail] of refused) {
        assert.deepEqual(
          await caller.refuse('get_chats_summary', payload),
          validation(detail, { request: payload }),
        )
      }
    })

    test('get_chat_threads shows the threads it names, in their order', async () => {
      const customer = await (await suite.world()).customer()
      const properties = { test: { bool_property: { value: false } } }
      const first = await startChat(customer, { thread: { properties, events: [event] } })
      const caller = await customer.via(transport, version)
      const chat_id = first.chatId
      await caller.succeed('close_thread', { chat_id })
      const threadId = textAt(await caller.succeed('send_event', { chat_id, event }), 'thread_id')
      const request = { chat_id, thread_ids: [threadId, first.threadId] }
      const response = await caller.succeed('get_chat_threads', request)
      const eventId = (thread: number, index: number) =>
        textAt(response, `chat.threads.${thread}.events.${index}.id`)
      const message = { timestamp: startSeconds, author_id: customer.id, ...event }
      const archived = { type: 'system_message', system_message_type: 'thread_archived' }
      assert.deepEqual(response, {
        chat: {
          id: chat_id,
          users: [{ id: customer.id, type: 'customer', name: 'Casey', present: true, fields: {} }],
          scopes: {},
          ...readQueue(version),
          threads: [
            {
              ...{ id: first.threadId, active: false, order: 1, user_ids: [customer.id], properties },
              events: [
                { id: eventId(0, 0), order: 1, ...message },
                {
                  ...{ id: eventId(0, 1), order: 2, timestamp: startSeconds, ...archived },
                  text: 'The chat was closed',
                },
              ],
            },
            {
              ...{ id: threadId, active: true, order: 2, user_ids: [customer.id] },
              events: [{ id: eventId(1, 0), order: 1, ...message }],
            },
          ],
        },
      })
    })

    test('get_chat_threads refuses threads that are missing, or of another chat', async () => {
      const customer = await (await suite.world()).customer()
      const [one, other] = [await startChat(customer), await startChat(customer)]
      const caller = await customer.via(transport, version)
      const refuse = (payload: object) => caller.refuse('get_chat_threads', payload)
      assert.deepEqual(await refuse({ chat_id: one.chatId }), validation('payload.thread_ids is required'))
      assert.deepEqual(
        await refuse({ chat_id: one.chatId, thread_ids: [] }),
        validation('payload.thread_ids must have at least 1 items'),
      )
      assert.deepEqual(
        await refuse({ chat_id: one.chatId, thread_ids: [one.threadId, other.threadId] }),
        validation('payload.thread_ids[1] does not match any thread of the chat'),
      )
    })

    test('get_chat_threads_summary lists the newest thread first', async () => {
      const customer = await (await suite.world()).customer()
      const first = await startChat(customer, { thread: { events: [event] } })
      const caller = await customer.via(transport, version)
      const chat_id = first.chatId
      await caller.succeed('close_thread', { chat_id })
      const threadId = textAt(await caller.succeed('send_event', { chat_id, event }), 'thread_id')
      const newest = { id: threadId, order: 2, total_events: 1 }
      const oldest = { id: first.threadId, order: 1, total_events: 2 }
      const summary = (payload: object) => caller.succeed('get_chat_threads_summary', { chat_id, ...payload })
      assert.deepEqual(await summary({}), { threads_summary: [newest, oldest], total_threads: 2 })
      assert.deepEqual(await summary({ limit: 1 }), { threads_summary: [newest], total_threads: 2 })
      assert.deepEqual(await summary({ offset: 1 }), { threads_summary: [oldest], total_threads: 2 })
    })

    test('get_chat_threads_summary leaves out events for agents only', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId, threadId } = await startChat(customer)
      await say(agent, chatId, 'Note', { recipients: 'agents' })
      await say(agent, chatId, 'Hello')
      const caller = await customer.via(transport, version)
      assert.deepEqual(await caller.succeed('get_chat_threads_summary', { chat_id: chatId }), {
        threads_summary: [{ id: threadId, order: 1, total_events: 1 }],
        total_threads: 1,
      })
    })

    test('get_chat_threads_summary refuses a limit beyond its maximum', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const caller = await customer.via(transport, version)
      await caller.succeed('get_chat_threads_summary', { chat_id: chatId, limit: 100 })
      assert.deepEqual(
        await caller.refuse('get_chat_threads_summary', { chat_id: chatId, limit: 101 }),
        validation('payload.limit must be an integer from 1 to 100', { request: { limit: 101 } }),
      )
    })

    test('read actions answer for chats of other customers as for chats that do not exist', async () => {
      const world = await suite.world()
      const { chatId, threadId } = await startChat(await world.customer())
      const caller = await (await world.customer()).via(transport, version)
      const request = { chat_id: chatId, thread_ids: [threadId] }
      assert.deepEqual(await caller.refuse('get_chat_threads', request), unknownChat)
      assert.deepEqual(await caller.refuse('get_chat_threads_summary', { chat_id: chatId }), unknownChat)
      assert.deepEqual(await caller.succeed('get_chats_summary'), { chats_summary: [], total_chats: 0 })
    })
  })
})

forEachStorage('sorting of read actions of customers', (storage) => {
  const suite = useEngine(storage)

  test('get_chats_summary sorts by the latest activity', async () => {
    const customer = await (await suite.world()).customer()
    const older = await startChat(customer)
    suite.engine.clock.advance(1_000)
    const newer = await startChat(customer)
    suite.engine.clock.advance(1_000)
    await say(customer, older.chatId, 'Hello')
    const summaries = listAt(await customer.web().succeed('get_chats_summary'), 'chats_summary')
    assert.deepEqual(
      summaries.map((summary) => [at(summary, 'id'), at(summary, 'order')]),
      [
        [older.chatId, (startSeconds + 2) * 1_000],
        [newer.chatId, (startSeconds + 1) * 1_000],
      ],
    )
  })
})
