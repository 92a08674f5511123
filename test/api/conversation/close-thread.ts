import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, notCovered, unknownChat, validation } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'

const noActiveThread = validation('payload.chat_id names a chat without an active thread')

forEachStorage('close_thread', (storage) => {
  const suite = useEngine(storage)
  const closers = {
    customer: async (world: World) => world.customer(),
    agent: async (world: World) => world.agent('ada'),
  }

  for (const api of ['customer', 'agent'] as const) {
    forEachTransport(api, (transport, version) => {
      test('close_thread appends a system message, then closes the thread, and pushes both in that order', async () => {
        const world = await suite.world()
        const closer = await closers[api](world)
        const customer = api === 'customer' ? closer : await world.customer()
        const { chatId, threadId } = await startChat(customer)
        const [phone, desk] = [await customer.connect(), await (await world.agent('bob')).connect()]
        const caller = await closer.via(transport, version)
        assert.deepEqual(await caller.succeed('close_thread', { chat_id: chatId, thread_id: threadId }), {})
        const [archived, closed] = await phone.pushes()
        const event = {
          ...{ id: textAt(archived, 'payload.event.id'), order: 1, timestamp: startSeconds },
          ...{ type: 'system_message', system_message_type: 'thread_archived' },
          text: 'The chat was closed',
        }
        const chat = { chat_id: chatId }
        const end = pushFrame('thread_closed', { ...chat, thread_id: threadId, user_id: closer.id })
        assert.deepEqual(archived, pushFrame('incoming_event', { ...chat, thread_id: threadId, event }))
        assert.deepEqual(closed, end)
        assert.deepEqual(await desk.pushes(), [
          pushFrame('incoming_event', { ...chat, event: { ...event, recipients: 'all' } }),
          end,
        ])
      })

      test('close_thread is refused when no thread is active', async () => {
        const closer = await closers[api](await suite.world())
        const { chatId } = await startChat(closer)
        const caller = await closer.via(transport, version)
        await caller.succeed('close_thread', { chat_id: chatId })
        assert.deepEqual(await caller.refuse('close_thread', { chat_id: chatId }), noActiveThread)
      })

      test('close_thread is refused for a thread that is not the active one', async () => {
        const closer = await closers[api](await suite.world())
        const { chatId, threadId } = await startChat(closer)
        const caller = await closer.via(transport, version)
        await caller.succeed('close_thread', { chat_id: chatId })
        const event = { type: 'message', text: 'Hello' }
        await caller.succeed('send_event', { chat_id: chatId, event })
        for (const thread_id of [threadId, 'nowhere']) {
          assert.deepEqual(
            await caller.refuse('close_thread', { chat_id: chatId, thread_id }),
            validation('payload.thread_id is not the active thread'),
          )
        }
      })

      test('close_thread is refused for a chat of another license', async () => {
        const { chatId } = await startChat(await (await suite.world()).customer())
        const caller = await (await closers[api](await suite.world())).via(transport, version)
        assert.deepEqual(await caller.refuse('close_thread', { chat_id: chatId }), unknownChat)
        assert.deepEqual(await caller.refuse('close_thread'), validation('payload.chat_id is required'))
      })
    })
  }

  test('close_thread succeeds once when it is requested several times at once', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId, threadId } = await startChat(customer)
    const answers = await Promise.all(
      [customer, agent, customer, agent].map((one) => one.web().post('close_thread', { chat_id: chatId })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400])
    const request = { chat_id: chatId, thread_ids: [threadId] }
    const read = await agent.web().succeed('get_chat_threads', request)
    assert.equal(at(read, 'chat.threads.0.active'), false)
    assert.equal(at(read, 'chat.threads.0.events.length'), 1)
  })

  test('close_thread is forbidden to an agent without a chats.meta scope', async () => {
    const world = await suite.world()
    const { chatId } = await startChat(await world.customer())
    const agent = await world.agent('ada', { scopes: ['chats.conversation--all:write', 'chats--all:read'] })
    assert.deepEqual(
      await agent.web().refuse('close_thread', { chat_id: chatId }),
      authorization('one of the scopes chats.meta--all:write, chats.meta--my:write is needed'),
    )
  })

  test('close_thread with only chats.meta--my:write is forbidden to non-members and allowed to members', async () => {
    const world = await suite.world()
    const agent = await world.agent('ada', { permission: 'normal' })
    const { chatId } = await startChat(await world.customer())
    const own = await startChat(agent)
    assert.deepEqual(await agent.web().refuse('close_thread', { chat_id: chatId }), notCovered)
    await agent.web().succeed('close_thread', { chat_id: own.chatId })
  })
})
