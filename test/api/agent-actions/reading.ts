import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, notCovered, unknownChat, validation } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('read actions of agents', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('agent', (transport, version) => {
    test('get_filtered_chats shows users, the last thread and the newest event of each type', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer({ email: 'kim@example.com' }), await world.agent('ada')]
      const properties = { test: { int_property: { value: 1 } } }
      const { chatId, threadId } = await startChat(customer, {
        ...{ properties, scopes: { groups: [5] } },
        thread: { properties },
      })
      const eventId = await say(agent, chatId, 'Note', { recipients: 'agents' })
      const caller = await agent.via(transport, version)
      const event = {
        ...{ id: eventId, order: 1, timestamp: startSeconds, recipients: 'agents' },
        ...{ type: 'message', author_id: agent.id, text: 'Note' },
      }
      const thread = {
        ...{ id: threadId, timestamp: startSeconds, user_ids: [customer.id, agent.id], order: 1, properties },
      }
      const writer = {
        ...{ id: agent.id, type: 'agent', name: 'ada', email: agent.id, present: false },
        ...(transport === 'rtm' && { routing_status: 'accepting_chats' }),
      }
      assert.deepEqual(await caller.succeed('get_filtered_chats'), {
        chats_summary: [
          {
            id: chatId,
            users: [
              {
                ...{ id: customer.id, type: 'customer', email: 'kim@example.com', present: true },
                ...{ fields: {}, banned: false },
              },
              writer,
            ],
            ...{ properties, scopes: { groups: [5] } },
            ...(version === 'v0.3'
              ? {
                  last_thread_summary: {
                    ...thread,
                    last_event_per_type: [{ thread_id: threadId, event }],
                  },
                }
              : {
                  last_event_per_type: { message: { thread_id: threadId, thread_order: 1, event } },
                  last_thread_summary: thread,
                }),
          },
        ],
      })
    })

    test('get_filtered_chats leaves out chats with an active thread when asked to', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      const [closed, active] = [await startChat(agent), await startChat(agent)]
      const caller = await agent.via(transport, version)
      await caller.succeed('close_thread', { chat_id: closed.chatId })
      const list = async (filters: object) => {
        const response = await caller.succeed('get_filtered_chats', { filters })
        return listAt(response, 'chats_summary').map((summary) => textAt(summary, 'id'))
      }
      assert.deepEqual(new Set(await list({})), new Set([closed.chatId, active.chatId]))
      assert.deepEqual(new Set(await list({ include_active: true })), new Set([closed.chatId, active.chatId]))
      assert.deepEqual(await list({ include_active: false }), [closed.chatId])
    })

    test('get_filtered_chats shows nothing of other licenses', async () => {
      await startChat(await (await suite.world()).customer())
      const caller = await (await (await suite.world()).agent('ada')).via(transport, version)
      assert.deepEqual(await caller.succeed('get_filtered_chats'), { chats_summary: [] })
    })

    test('get_filtered_chats needs a scope to read', async () => {
      const agent = await (await suite.world()).agent('ada', { scopes: ['chats.meta--all:write'] })
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('get_filtered_chats'),
        authorization('one of the scopes chats--all:read, chats--my:read is needed'),
      )
    })

    test('get_filtered_chats refuses a filter of the wrong type', async () => {
      const caller = await (await (await suite.world()).agent('ada')).via(transport, version)
      assert.deepEqual(
        await caller.refuse('get_filtered_chats', { filters: { include_active: 'no' } }),
        validation('payload.filters.include_active must be a boolean'),
      )
    })

    test('get_chat_threads without thread_ids lists the threads without their events', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer({ name: 'Kim' }), await world.agent('ada')]
      const properties = { test: { string_property: { value: 'x' } } }
      const { chatId, threadId } = await startChat(customer, { properties })
      await customer.web().succeed('close_thread', { chat_id: chatId })
      const hello = { chat_id: chatId, event: { type: 'message', text: 'Hello' } }
      const newThreadId = textAt(await customer.web().succeed('send_event', hello), 'thread_id')
      const caller = await agent.via(transport, version)
      assert.deepEqual(await caller.succeed('get_chat_threads', { chat_id: chatId }), {
        chat: {
          id: chatId,
          users: [
            {
              ...{ id: customer.id, type: 'customer', name: 'Kim', present: true, fields: {} },
              banned: false,
            },
          ],
          threads_summary: [
            { thread_id: newThreadId, order: 2 },
            { thread_id: threadId, order: 1 },
          ],
          ...{ properties, properites: properties, scopes: {} },
        },
      })
    })

    test('get_chat_threads shows the threads it names, agents-only events included', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId, threadId } = await startChat(customer)
      const ids = [
        await say(customer, chatId, 'Hello'),
        await say(agent, chatId, 'Note', { recipients: 'agents' }),
      ]
      const caller = await agent.via(transport, version)
      const request = { chat_id: chatId, thread_ids: [threadId] }
      const response = await caller.succeed('get_chat_threads', request)
      assert.deepEqual(at(response, 'chat.threads'), [
        {
          ...{ id: threadId, active: true, order: 1, timestamp: startSeconds },
          user_ids: [customer.id, agent.id],
          events: [
            {
              ...{ id: ids[0], order: 1, timestamp: startSeconds, recipients: 'all' },
              ...{ type: 'message', author_id: customer.id, text: 'Hello' },
            },
            {
              ...{ id: ids[1], order: 2, timestamp: startSeconds, recipients: 'agents' },
              ...{ type: 'message', author_id: agent.id, text: 'Note' },
            },
          ],
        },
      ])
      assert.equal(has(at(response, 'chat'), 'properites'), false)
    })

    test('get_chat_threads refuses a thread of another chat', async () => {
      const agent = await (await suite.world()).agent('ada')
      const [one, other] = [await startChat(agent), await startChat(agent)]
      const caller = await agent.via(transport, version)
      assert.deepEqual(
        await caller.refuse('get_chat_threads', { chat_id: one.chatId, thread_ids: [other.threadId] }),
        validation('payload.thread_ids[0] does not match any thread of the chat'),
      )
    })

    test('get_chat_threads with a --my scope reads only the chats of the agent', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', { scopes: ['chats--my:read'] })
      const { chatId } = await startChat(await world.customer())
      const own = await startChat(agent)
      const caller = await agent.via(transport, version)
      await caller.succeed('get_chat_threads', { chat_id: own.chatId })
      assert.deepEqual(await caller.refuse('get_chat_threads', { chat_id: chatId }), notCovered)
    })

    test('get_chat_threads answers for a chat of another license as for one that does not exist', async () => {
      const { chatId } = await startChat(await (await suite.world()).customer())
      const caller = await (await (await suite.world()).agent('ada')).via(transport, version)
      assert.deepEqual(await caller.refuse('get_chat_threads', { chat_id: chatId }), unknownChat)
    })
  })
})
