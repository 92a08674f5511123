import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { authorization, notCovered, unknownChat, validation } from '../../support/errors.js'
import { at, listAt, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const nobody = { added: [], removed_ids: [] }
const needsMeta = authorization('other agents need a chats.meta scope that covers this chat')
const noRemoval = authorization('a customer cannot be removed')

async function userIds(reader: Person, chatId: string): Promise<readonly (readonly [string, unknown])[]> {
  const read = await reader.web().succeed('get_chat_threads', { chat_id: chatId })
  return listAt(read, 'chat.users').map((user) => [textAt(user, 'id'), at(user, 'present')])
}

forEachStorage('join_chat and remove_from_chat', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('agent', (transport, version) => {
    test('join_chat adds agents and pushes it to everyone in the chat, in the shape of each API version', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const ada = await world.agent('ada', { email: 'ada@example.com', avatar: 'https://a.example/' })
      const bob = await world.agent('bob')
      const { chatId, threadId } = await startChat(customer)
      const [phone, desk] = [await customer.connect(), await ada.connect(version)]
      const caller = await ada.via(transport, version)
      const request = { chat_id: chatId, agent_ids: [ada.id, bob.id, ada.id] }
      assert.deepEqual(await caller.succeed('join_chat', request), {})
      const shownAda = { id: ada.id, type: 'agent', name: 'ada', present: true, avatar: 'https://a.example/' }
      const shownBob = { id: bob.id, type: 'agent', name: 'bob', present: true }
      assert.deepEqual(await phone.pushes(), [
        pushFrame('chat_users_updated', {
          chat_id: chatId,
          updated_users: { added: [shownAda, shownBob], removed_ids: [] },
        }),
      ])
      const detailedBob = { ...shownBob, email: bob.id }
      const detailedAda = { ...shownAda, email: 'ada@example.com', routing_status: 'accepting_chats' }
      assert.deepEqual(await desk.pushes(), [
        pushFrame('chat_users_updated', {
          chat_id: chatId,
          updated_users: {
            customers: nobody,
            agents: { added: [detailedAda, detailedBob], removed_ids: [] },
          },
        }),
      ])
      const read = await caller.succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
      assert.deepEqual(at(read, 'chat.threads.0.user_ids'), [customer.id, ada.id, bob.id])
    })

    test('join_chat succeeds without a push for an agent who is already in the chat', async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId } = await startChat(agent)
      const desk = await agent.connect(version)
      const caller = await agent.via(transport, version)
      assert.deepEqual(await caller.succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] }), {})
      assert.deepEqual(await desk.pushes(), [])
    })

    test('join_chat refuses an id that is not an agent of the license, and adds nobody', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const stranger = await (await suite.world()).agent('eve')
      const { chatId } = await startChat(customer)
      const caller = await agent.via(transport, version)
      for (const id of [customer.id, stranger.id, 'nobody']) {
        assert.deepEqual(
          await caller.refuse('join_chat', { chat_id: chatId, agent_ids: [agent.id, id] }),
          validation('payload.agent_ids[1] does not match any agent'),
        )
      }
      assert.deepEqual(await userIds(agent, chatId), [[customer.id, true]])
    })

    test('join_chat needs a chat and agents', async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId } = await startChat(agent)
      const caller = await agent.via(transport, version)
      const refuse = (payload: object) => caller.refuse('join_chat', payload)
      assert.deepEqual(await refuse({}), validation('payload.chat_id is required'))
      assert.deepEqual(await refuse({ chat_id: chatId }), validation('payload.agent_ids is required'))
      assert.deepEqual(
        await refuse({ chat_id: chatId, agent_ids: [] }),
        validation('payload.agent_ids must have at least 1 items'),
      )
      assert.deepEqual(await refuse({ chat_id: 'nowhere', agent_ids: [agent.id] }), unknownChat)
    })

    test('join_chat with only chats.conversation--all:write adds only the calling agent', async () => {
      const world = await suite.world()
      const { chatId } = await startChat(await world.customer())
      const agent = await world.agent('ada', { scopes: ['chats.conversation--all:write'] })
      const other = await world.agent('bob')
      const caller = await agent.via(transport, version)
      const agent_ids = [agent.id, other.id]
      assert.deepEqual(await caller.refuse('join_chat', { chat_id: chatId, agent_ids }), needsMeta)
      await caller.succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    })

    test('join_chat with only chats.meta--my:write works for members of the chat', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', { scopes: ['chats.meta--my:write'] })
      const other = await world.agent('bob')
      const own = await startChat(agent)
      const { chatId } = await startChat(other)
      const caller = await agent.via(transport, version)
      const agent_ids = [other.id]
      await caller.succeed('join_chat', { chat_id: own.chatId, agent_ids })
      assert.deepEqual(await caller.refuse('join_chat', { chat_id: chatId, agent_ids }), notCovered)
    })

    test('remove_from_chat removes the caller by default, and the removed agent receives the push', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const agent = await world.agent('ada', { scopes: ['chats--my:read', 'chats.conversation--my:write'] })
      const { chatId } = await startChat(customer)
      const boss = await world.agent('bob')
      await boss.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
      const [phone, desk] = [await customer.connect(), await agent.connect(version)]
      const caller = await agent.via(transport, version)
      assert.deepEqual(await caller.succeed('remove_from_chat', { chat_id: chatId }), {})
      const removed = { added: [], removed_ids: [agent.id] }
      const [left, notified, ...others] = await phone.pushes()
      assert.deepEqual(left, pushFrame('chat_users_updated', { chat_id: chatId, updated_users: removed }))
      assert.equal(at(notified, 'payload.event.system_message_type'), 'routing.unassigned')
      assert.deepEqual(others, [])
      assert.deepEqual(await desk.pushes(), [
        pushFrame('chat_users_updated', {
          chat_id: chatId,
          updated_users: { customers: nobody, agents: removed },
        }),
      ])
      assert.deepEqual(await userIds(boss, chatId), [
        [customer.id, true],
        [agent.id, false],
      ])
    })

    test('remove_from_chat refuses to remove a customer', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const caller = await agent.via(transport, version)
      const request = { chat_id: chatId, agent_ids: [customer.id] }
      assert.deepEqual(await caller.refuse('remove_from_chat', request), noRemoval)
      assert.deepEqual(await userIds(agent, chatId), [[customer.id, true]])
    })

    test('remove_from_chat with only a conversation scope removes only the calling agent', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', { scopes: ['chats.conversation--all:write'] })
      const other = await world.agent('bob')
      const { chatId } = await startChat(other)
      const caller = await agent.via(transport, version)
      const request = { chat_id: chatId, agent_ids: [other.id] }
      assert.deepEqual(await caller.refuse('remove_from_chat', request), needsMeta)
      assert.deepEqual(await userIds(other, chatId), [[other.id, true]])
    })

    test('remove_from_chat succeeds without a push for an agent who is not in the chat', async () => {
      const world = await suite.world()
      const [agent, other] = [await world.agent('ada'), await world.agent('bob')]
      const { chatId } = await startChat(agent)
      const desk = await agent.connect(version)
      const caller = await agent.via(transport, version)
      await caller.succeed('remove_from_chat', { chat_id: chatId, agent_ids: [other.id] })
      assert.deepEqual(await desk.pushes(), [])
      assert.deepEqual(
        await caller.refuse('remove_from_chat', { chat_id: chatId, agent_ids: ['nobody'] }),
        validation('payload.agent_ids[0] does not match any agent'),
      )
    })
  })

  test('a former member stays in the list of users while a thread names it, and can join again', async () => {
    const world = await suite.world()
    const [customer, agent, other] = [
      await world.customer(),
      await world.agent('ada'),
      await world.agent('bob'),
    ]
    const { chatId, threadId } = await startChat(customer)
    const as = agent.web()
    await as.succeed('join_chat', { chat_id: chatId, agent_ids: [other.id] })
    await as.succeed('remove_from_chat', { chat_id: chatId, agent_ids: [other.id] })
    await as.succeed('close_thread', { chat_id: chatId })
    await as.succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    await as.succeed('remove_from_chat', { chat_id: chatId })
    const left = [
      [customer.id, true],
      [other.id, false],
    ]
    assert.deepEqual(await userIds(agent, chatId), left)
    const request = { chat_id: chatId, thread_ids: [threadId] }
    const seen = await customer.web().succeed('get_chat_threads', request)
    assert.deepEqual(at(seen, 'chat.threads.0.user_ids'), [customer.id, other.id])
    await as.succeed('join_chat', { chat_id: chatId, agent_ids: [other.id] })
    assert.deepEqual(await userIds(agent, chatId), [
      [customer.id, true],
      [other.id, true],
    ])
  })
})
