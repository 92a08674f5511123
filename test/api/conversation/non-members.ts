import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { notCovered, validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame, type RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const event = { type: 'message', text: 'Hello' } as const
const shownEvent = { ...event, order: 1, timestamp: startSeconds }
const annotation = { type: 'annotation', annotation_type: 'rating' } as const
const userThenEvent = ['chat_users_updated', 'incoming_event']
const noRoom = validation('payload.event would make more than 3 users of the thread')

/** Returns the users of the chat and those of its last thread. */
async function usersOf(reader: Person, chat_id: string) {
  const chat = at(await reader.web().succeed('get_chat_threads', { chat_id }), 'chat')
  const threadId = textAt(listAt(chat, 'threads_summary')[0], 'thread_id')
  const read = await reader.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
  return {
    chat: listAt(chat, 'users').map((user) => [textAt(user, 'id'), at(user, 'present')]),
    thread: at(read, 'chat.threads.0.user_ids'),
  }
}

async function actionsOf(connection: RtmClient) {
  return (await connection.pushes()).map(({ action }) => action)
}

forEachStorage('an agent who writes without joining', (storage) => {
  const appended: string[] = []
  const wrap = (inner: Storage): Storage => ({
    read: inner.read,
    open: () => inner.open(),
    transaction: (work, cancellation) => inner.transaction(work, cancellation),
    appendEvents(commands, cancellation) {
      appended.push(...commands.map(({ chatId }) => chatId))
      return inner.appendEvents(commands, cancellation)
    },
    ping: () => inner.ping(),
    close: () => inner.close(),
  })
  const suite = useEngine(storage, { wrap, fixed: { limits: { usersPerThread: 3, formerUsersPerChat: 2 } } })
  const appendsOf = (chatId: string) => appended.filter((id) => id === chatId).length

  forEachTransport('agent', (transport, version) => {
    test('an agent who writes without joining becomes a user who is not present, pushed once before the event', async () => {
      const world = await suite.world()
      const [customer, ada, bob] = [
        await world.customer(),
        await world.agent('ada'),
        await world.agent('bob'),
      ]
      const { chatId, threadId } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await bob.connect(version)]
      const caller = await ada.via(transport, version)
      const request = { chat_id: chatId, event }
      const sent = await caller.succeed('send_event', request)
      const shown = { id: ada.id, type: 'agent', name: 'ada', present: false }
      assert.deepEqual(await phone.pushes(), [
        pushFrame('chat_users_updated', {
          chat_id: chatId,
          updated_users: { added: [shown], removed_ids: [] },
        }),
        pushFrame('incoming_event', {
          ...{ chat_id: chatId, thread_id: threadId },
          event: { ...shownEvent, author_id: ada.id, id: textAt(sent, 'event.id') },
        }),
      ])
      const [userPush, eventPush] = await desk.pushes()
      const agents = at(userPush, 'payload.updated_users.agents')
      assert.deepEqual(at(agents, 'added.0.present'), false)
      assert.deepEqual([at(agents, 'added.0.id'), at(eventPush, 'action')], [ada.id, 'incoming_event'])
      for (let count = 0; count < 2; count += 1) await caller.succeed('send_event', request)
      assert.deepEqual(await actionsOf(phone), ['incoming_event', 'incoming_event'])
      assert.deepEqual(await usersOf(bob, chatId), {
        chat: [
          [customer.id, true],
          [ada.id, false],
        ],
        thread: [customer.id, ada.id],
      })
    })

    test('a repeated send_event with one idempotency key pushes the new user once', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const phone = await customer.connect()
      const caller = await agent.via(transport, version)
      const send = () => caller.succeed('send_event', { chat_id: chatId, event }, { idempotencyKey: 'one' })
      const answers = await Promise.all([send(), send(), send()])
      assert.deepEqual(answers.slice(1), [answers[0], answers[0]])
      assert.deepEqual(await actionsOf(phone), userThenEvent)
    })

    test('an agent who writes without joining still needs a scope that covers the chat', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const agent = await world.agent('ada', { scopes: ['chats.conversation--my:write'] })
      const { chatId } = await startChat(customer)
      const caller = await agent.via(transport, version)
      assert.deepEqual(await caller.refuse('send_event', { chat_id: chatId, event }), notCovered)
      assert.deepEqual((await usersOf(await world.agent('bob'), chatId)).thread, [customer.id])
    })
  })

  test('the first event of the agent in a thread takes a transaction, and later ones are only appended', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const send = () => agent.web().succeed('send_event', { chat_id: chatId, event })
    await send()
    assert.equal(appendsOf(chatId), 0)
    for (let count = 1; count <= 3; count += 1) {
      await send()
      assert.equal(appendsOf(chatId), count)
    }
    await customer.web().succeed('close_thread', { chat_id: chatId })
    await send()
    assert.equal(appendsOf(chatId), 3)
    await send()
    assert.equal(appendsOf(chatId), 4)
    suite.engine.clock.advance(3_600_000)
    const phone = await customer.connect()
    await send()
    assert.equal(appendsOf(chatId), 4)
    assert.deepEqual(await actionsOf(phone), ['incoming_event'])
  })

  test('the new user is pushed once when many events arrive at the same time', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const phone = await customer.connect()
    const send = () => agent.web().succeed('send_event', { chat_id: chatId, event })
    await Promise.all(Array.from({ length: 8 }, send))
    const [first, ...others] = await actionsOf(phone)
    assert.equal(first, 'chat_users_updated')
    assert.deepEqual(others, Array(8).fill('incoming_event'))
  })

  test('a send_event in process pushes the new user in the same way', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const phone = await customer.connect()
    const host = suite.engine.parley.as({ agentId: agent.id })
    await host.sendEvent({ chat_id: chatId, event })
    await host.sendEvent({ chat_id: chatId, event })
    assert.deepEqual(await actionsOf(phone), [...userThenEvent, 'incoming_event'])
  })

  test('an event that opens a thread adds its author to the thread, and only incoming_chat_thread is pushed', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id: chatId })
    const phone = await customer.connect()
    await agent.web().succeed('send_event', { chat_id: chatId, event })
    const pushes = await phone.pushes()
    assert.deepEqual(
      pushes.map(({ action }) => action),
      ['incoming_chat_thread'],
    )
    const chat = at(pushes[0], 'payload.chat')
    assert.deepEqual(at(chat, 'users.1'), { id: agent.id, type: 'agent', name: 'ada', present: false })
    assert.deepEqual(at(chat, 'thread.user_ids'), [customer.id, agent.id])
    assert.deepEqual((await usersOf(agent, chatId)).thread, [customer.id, agent.id])
    await agent.web().succeed('send_event', { chat_id: chatId, event })
    assert.deepEqual(await actionsOf(phone), ['incoming_event'])
  })

  test('an annotation adds its author to the closed thread, and opens no thread', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId, threadId } = await startChat(customer)
    await customer.web().succeed('close_thread', { chat_id: chatId })
    const phone = await customer.connect()
    const send = () => agent.web().succeed('send_event', { chat_id: chatId, event: annotation })
    assert.equal(textAt(await send(), 'thread_id'), threadId)
    assert.deepEqual(await actionsOf(phone), userThenEvent)
    await send()
    assert.deepEqual(await actionsOf(phone), ['incoming_event'])
    assert.equal(appendsOf(chatId), 1)
    assert.deepEqual((await usersOf(agent, chatId)).thread, [customer.id, agent.id])
  })

  test('the new user is pushed to everyone in the chat, even when the event is for agents only', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const [phone, desk] = [await customer.connect(), await agent.connect()]
    const note = { ...event, recipients: 'agents' }
    await agent.web().succeed('send_event', { chat_id: chatId, event: note })
    assert.deepEqual(await actionsOf(phone), ['chat_users_updated'])
    assert.deepEqual(await actionsOf(desk), userThenEvent)
  })

  test('an agent who wrote becomes present by joining, and stays in the users after leaving', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const send = () => agent.web().succeed('send_event', { chat_id: chatId, event })
    await send()
    const phone = await customer.connect()
    await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    assert.equal(at(await phone.push('chat_users_updated'), 'updated_users.added.0.present'), true)
    await agent.web().succeed('remove_from_chat', { chat_id: chatId })
    await phone.push('chat_users_updated')
    assert.equal(at(await phone.push('incoming_event'), 'event.system_message_type'), 'routing.unassigned')
    await send()
    assert.deepEqual(await actionsOf(phone), ['incoming_event'])
    assert.deepEqual((await usersOf(agent, chatId)).chat.at(-1), [agent.id, false])
  })

  test('send_event of another agent is refused, and stores nothing, when the thread has the maximum number of users', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const [ada, bob, eve] = [await world.agent('ada'), await world.agent('bob'), await world.agent('eve')]
    const { chatId, threadId } = await startChat(customer)
    for (const agent of [ada, bob]) await agent.web().succeed('send_event', { chat_id: chatId, event })
    const phone = await customer.connect()
    for (const options of [undefined, { idempotencyKey: 'one' }]) {
      const refused = await eve.web().refuse('send_event', { chat_id: chatId, event }, options)
      assert.deepEqual(refused, noRoom)
    }
    assert.deepEqual(await phone.pushes(), [])
    const read = await eve.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
    assert.equal(listAt(read, 'chat.threads.0.events').length, 2)
    assert.deepEqual((await usersOf(eve, chatId)).thread, [customer.id, ada.id, bob.id])
    await ada.web().succeed('send_event', { chat_id: chatId, event })
    await customer.web().succeed('close_thread', { chat_id: chatId })
    await eve.web().succeed('send_event', { chat_id: chatId, event })
    assert.deepEqual(await usersOf(eve, chatId), {
      chat: [
        [customer.id, true],
        [bob.id, false],
        [eve.id, false],
      ],
      thread: [customer.id, eve.id],
    })
  })
})

forEachStorage('an agent who writes without joining, when absent users are hidden', (storage) => {
  const suite = useEngine(storage, { fixed: { limits: { formerUsersPerChat: 0 } } })

  test('the agent is added to user_ids of the thread, and no push announces it', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const phone = await customer.connect()
    await agent.web().succeed('send_event', { chat_id: chatId, event })
    assert.deepEqual(await actionsOf(phone), ['incoming_event'])
    assert.deepEqual(await usersOf(agent, chatId), {
      chat: [[customer.id, true]],
      thread: [customer.id, agent.id],
    })
  })
})
