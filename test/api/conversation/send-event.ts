import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { notCovered, unknownChat, validation } from '../../support/errors.js'
import { at, numberAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

const event = { type: 'message', text: 'Hello' }

forEachStorage('send_event', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('customer', (transport, version) => {
    test('send_event opens a new thread when none is active, and pushes the thread instead of the event', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId, threadId } = await startChat(customer)
      await customer.web().succeed('close_thread', { chat_id: chatId })
      const observer = await customer.connect(version)
      const response = await (await customer.via(transport, version)).succeed('send_event', {
        ...{ chat_id: chatId, event },
      })
      const newThreadId = textAt(response, 'thread_id')
      assert.notEqual(newThreadId, threadId)
      const shown = {
        ...{ id: textAt(response, 'event.id'), order: 1, timestamp: startSeconds, author_id: customer.id },
        ...event,
      }
      assert.deepEqual(at(response, 'event'), shown)
      assert.deepEqual(await observer.pushes(), [
        pushFrame('incoming_chat_thread', {
          chat: {
            id: chatId,
            users: [{ id: customer.id, type: 'customer', name: 'Casey', present: true, fields: {} }],
            scopes: {},
            thread: {
              ...{ id: newThreadId, active: true, order: 2, user_ids: [customer.id], events: [shown] },
            },
          },
        }),
      ])
    })

    test('send_event adds an annotation to the last thread, even when it is closed', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId, threadId } = await startChat(customer)
      await customer.web().succeed('close_thread', { chat_id: chatId })
      const annotation = { type: 'annotation', annotation_type: 'rating', text: 'good' }
      const caller = await customer.via(transport, version)
      const response = await caller.succeed('send_event', { chat_id: chatId, event: annotation })
      assert.equal(textAt(response, 'thread_id'), threadId)
      assert.equal(numberAt(response, 'event.order'), 2)
      const read = await caller.succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
      assert.equal(at(read, 'chat.threads.0.active'), false)
    })

    test('send_event answers for the chat of another customer as for one that does not exist', async () => {
      const world = await suite.world()
      const { chatId } = await startChat(await world.customer())
      const caller = await (await world.customer()).via(transport, version)
      for (const chat_id of [chatId, 'nowhere']) {
        assert.deepEqual(await caller.refuse('send_event', { chat_id, event }), unknownChat)
      }
    })

    test('send_event needs a chat and an event', async () => {
      const caller = await (await (await suite.world()).customer()).via(transport, version)
      assert.deepEqual(await caller.refuse('send_event'), validation('payload.chat_id is required'))
      assert.deepEqual(
        await caller.refuse('send_event', { chat_id: '', event }),
        validation('payload.chat_id must not be empty'),
      )
      assert.deepEqual(
        await caller.refuse('send_event', { chat_id: 'nowhere' }),
        validation('payload.event is required'),
      )
    })
  })

  forEachTransport('agent', (transport, version) => {
    test('send_event with an --all scope works without joining the chat', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId, threadId } = await startChat(customer)
      const caller = await agent.via(transport, version)
      await caller.succeed('send_event', { chat_id: chatId, event })
      const read = await caller.succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
      assert.deepEqual(at(read, 'chat.threads.0.user_ids'), [customer.id, agent.id])
      assert.equal(at(read, 'chat.threads.0.events.0.author_id'), agent.id)
    })

    test('send_event with only a --my scope works after joining the chat', async () => {
      const world = await suite.world()
      const { chatId } = await startChat(await world.customer())
      const agent = await world.agent('ada', { scopes: ['chats.conversation--my:write'] })
      const caller = await agent.via(transport, version)
      assert.deepEqual(await caller.refuse('send_event', { chat_id: chatId, event }), notCovered)
      const request = { chat_id: chatId, agent_ids: [agent.id] }
      await (await world.agent('bob')).web().succeed('join_chat', request)
      await caller.succeed('send_event', { chat_id: chatId, event })
    })

    test('send_event hides an event for agents from the customer', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId, threadId } = await startChat(customer)
      await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      const [phone, desk] = [await customer.connect(), await agent.connect(version)]
      const note = { ...event, recipients: 'agents' }
      const caller = await agent.via(transport, version)
      const response = await caller.succeed('send_event', { chat_id: chatId, event: note })
      assert.equal(at(response, 'event.recipients'), 'agents')
      assert.deepEqual(await desk.pushes(), [
        pushFrame('incoming_event', { chat_id: chatId, event: at(response, 'event') }),
      ])
      assert.deepEqual(await phone.pushes(), [])
      await say(customer, chatId, 'Anybody there?')
      const read = await customer
        .web()
        .succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
      assert.deepEqual(at(read, 'chat.threads.0.events.0.order'), 2)
    })

    test('send_event answers for a chat of another license as for one that does not exist', async () => {
      const { chatId } = await startChat(await (await suite.world()).customer())
      const agent = await (await suite.world()).agent('ada')
      const caller = await agent.via(transport, version)
      for (const chat_id of [chatId, 'nowhere']) {
        assert.deepEqual(await caller.refuse('send_event', { chat_id, event }), unknownChat)
      }
    })
  })

  test('send_event numbers events from one without gaps, starting again in each thread', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer, { thread: { events: [event, event] } })
    const send = async () => {
      const response = await customer.web().succeed('send_event', { chat_id: chatId, event })
      return numberAt(response, 'event.order')
    }
    assert.deepEqual([await send(), await send()], [3, 4])
    await customer.web().succeed('close_thread', { chat_id: chatId })
    assert.deepEqual([await send(), await send()], [1, 2])
  })

  test('send_event accepts repeated custom ids', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    const one = await say(customer, chatId, 'Hello', { custom_id: 'same' })
    const other = await say(customer, chatId, 'Hello', { custom_id: 'same' })
    assert.notEqual(one, other)
  })

  test('many events that arrive at once after a close open one thread', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id: chatId })
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => customer.web().succeed('send_event', { chat_id: chatId, event })),
    )
    assert.equal(new Set(responses.map((response) => textAt(response, 'thread_id'))).size, 1)
    const orders = responses.map((response) => numberAt(response, 'event.order'))
    assert.deepEqual(orders.sort(), [1, 2, 3, 4, 5, 6, 7, 8])
  })
})
