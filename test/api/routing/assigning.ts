import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { pickingCases } from '../../support/picking.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

/** Returns the system message that names the assigned agent. */
const assignedEvent = (event: unknown, name: string, order: number) => ({
  ...{ id: textAt(event, 'payload.event.id'), order, timestamp: startSeconds },
  ...{ type: 'system_message', system_message_type: 'routing.assigned' },
  text: `${name} was assigned to the chat`,
})

forEachStorage('a thread that opens without an agent', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })

  test('a new thread is assigned to an available agent, and everyone who sees it receives the push', async () => {
    const world = await suite.world()
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    const [desk, phone] = [await ada.connect(), await customer.connect()]
    const { chatId, threadId } = await startChat(customer)
    const joined = await phone.push('chat_users_updated')
    assert.equal(at(joined, 'chat_id'), chatId)
    const eventPush = await phone.next(({ action }) => action === 'incoming_event', 'who was assigned')
    assert.deepEqual(
      eventPush,
      pushFrame('incoming_event', {
        chat_id: chatId,
        thread_id: threadId,
        event: assignedEvent(eventPush, 'ada', 1),
      }),
    )
    const names = (await desk.pushes()).map(({ action }) => action)
    assert.deepEqual(names, ['incoming_chat_thread', 'chat_users_updated', 'incoming_event'])
    const chat = await ada.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
    assert.equal(at(chat, 'chat.users.1.id'), ada.id)
    assert.equal(at(chat, 'chat.users.1.present'), true)
  })

  test('a new thread is pushed to an assigned agent who could not read the chat before', async () => {
    const world = await suite.world()
    const scopes = ['chats--my:read', 'chats.conversation--my:write'] as const
    const [ada, customer] = [
      await world.agent('ada', { permission: 'normal', scopes }),
      await world.customer(),
    ]
    const desk = await ada.connect()
    const { chatId, threadId } = await startChat(customer)
    const shown = await desk.push('incoming_chat_thread')
    assert.equal(textAt(shown, 'chat.id'), chatId)
    assert.equal(textAt(shown, 'chat.thread.id'), threadId)
    await desk.push('chat_users_updated')
    await desk.push('incoming_event')
    assert.deepEqual(await desk.pushes(), [])
  })

  test('a new thread that an agent opened is assigned to that agent', async () => {
    const world = await suite.world()
    const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
    const desk = await bob.connect()
    await startChat(ada)
    await desk.push('incoming_chat_thread')
    assert.deepEqual(await desk.settledFrames(), [])
  })

  test('a new thread waits until an agent logs in and accepts chats', async () => {
    const world = await suite.world()
    const [ada, bob, customer] = [await world.agent('ada'), await world.agent('bob'), await world.customer()]
    const busy = await bob.connect()
    await busy.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    const phone = await customer.connect()
    await startChat(customer)
    await phone.push('incoming_chat_thread')
    assert.deepEqual(await phone.settledFrames(), [])
    await ada.connect()
    const eventPush = await phone.push('incoming_event')
    assert.equal(at(eventPush, 'event.text'), 'ada was assigned to the chat')
  })

  test('a waiting thread is assigned to an agent who begins to accept chats', async () => {
    const world = await suite.world()
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    const desk = await ada.connect()
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    const phone = await customer.connect()
    await startChat(customer)
    await phone.push('incoming_chat_thread')
    await desk.succeed('update_agent', { routing_status: 'accepting_chats' })
    await phone.push('chat_users_updated')
  })

  test('a thread is not assigned to agents outside its scopes, until the scopes include them', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada', { permission: 'normal' })
    const [boss, customer] = [await world.agent('boss'), await world.customer()]
    await ada.connect()
    const phone = await customer.connect()
    const { chatId } = await startChat(customer, { scopes: { groups: [7] } })
    await phone.push('incoming_chat_thread')
    assert.deepEqual(await phone.settledFrames(), [])
    await boss.web().succeed('update_chat_scopes', { chat_id: chatId, remove_scopes: { groups: [7] } })
    const eventPush = await phone.push('incoming_event')
    assert.equal(at(eventPush, 'event.text'), 'ada was assigned to the chat')
  })
})

forEachStorage('manual routing', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'manual' } })

  for (const { title, prove } of pickingCases) test(title, () => prove(suite.engine))

  test('a thread waits until an agent picks it', async () => {
    const world = await suite.world()
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    const desk = await ada.connect()
    const { chatId } = await startChat(customer)
    await desk.push('incoming_chat_thread')
    assert.deepEqual(await desk.settledFrames(), [])
    await desk.succeed('join_chat', { chat_id: chatId, agent_ids: [ada.id] })
    await desk.push('chat_users_updated')
    assert.deepEqual(await desk.settledFrames(), [])
  })
})
