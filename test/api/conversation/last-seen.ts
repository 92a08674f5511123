import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, notCovered, unknownChat, validation } from '../../support/errors.js'
import { at, has, textAt } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'

const action = 'update_last_seen_timestamp'

forEachStorage('update_last_seen_timestamp', (storage) => {
  const suite = useEngine(storage)
  const readers = {
    customer: async (world: World) => world.customer(),
    agent: async (world: World) => world.agent('ada'),
  }

  for (const api of ['customer', 'agent'] as const) {
    forEachTransport(api, (transport, version) => {
      if (api === 'customer' && version === 'v0.3') return

      test('update_last_seen_timestamp returns the given time, pushes it and shows it on the user', async () => {
        const world = await suite.world()
        const reader = await readers[api](world)
        const { chatId } = await startChat(reader)
        const [own, desk] = [await reader.connect(version), await (await world.agent('bob')).connect()]
        const caller = await reader.via(transport, version)
        const timestamp = startSeconds - 60
        assert.deepEqual(await caller.succeed(action, { chat_id: chatId, timestamp }), { timestamp })
        const push = pushFrame('last_seen_timestamp_updated', {
          ...{ user_id: reader.id, chat_id: chatId, timestamp },
        })
        assert.deepEqual(await own.pushes(), [push])
        assert.deepEqual(await desk.pushes(), [push])
        const read = await (await world.agent('eve')).web().succeed('get_chat_threads', { chat_id: chatId })
        assert.equal(at(read, 'chat.users.0.last_seen_timestamp'), timestamp)
      })

      test('update_last_seen_timestamp uses the current time when none is given or a later one is given', async () => {
        const reader = await readers[api](await suite.world())
        const [one, other] = [await startChat(reader), await startChat(reader)]
        const caller = await reader.via(transport, version)
        const now = { timestamp: startSeconds }
        assert.deepEqual(await caller.succeed(action, { chat_id: one.chatId }), now)
        const future = { chat_id: other.chatId, timestamp: startSeconds + 60 }
        assert.deepEqual(await caller.succeed(action, future), now)
      })

      test('update_last_seen_timestamp never moves the timestamp backwards', async () => {
        const reader = await readers[api](await suite.world())
        const { chatId } = await startChat(reader)
        const caller = await reader.via(transport, version)
        const timestamp = startSeconds - 60
        await caller.succeed(action, { chat_id: chatId, timestamp })
        const earlier = { chat_id: chatId, timestamp: timestamp - 1 }
        assert.deepEqual(await caller.succeed(action, earlier), { timestamp })
      })

      test('update_last_seen_timestamp refuses an unknown chat and an invalid time', async () => {
        const { chatId } = await startChat(await (await suite.world()).customer())
        const caller = await (await readers[api](await suite.world())).via(transport, version)
        assert.deepEqual(await caller.refuse(action, { chat_id: chatId }), unknownChat)
        assert.deepEqual(await caller.refuse(action, {}), validation('payload.chat_id is required'))
        assert.deepEqual(
          await caller.refuse(action, { chat_id: chatId, timestamp: -1 }),
          validation('payload.timestamp must be at least 0'),
        )
        assert.deepEqual(
          await caller.refuse(action, { chat_id: chatId, timestamp: 1.5 }),
          validation('payload.timestamp must be an integer'),
        )
      })
    })
  }

  for (const transport of ['web', 'rtm'] as const) {
    describe(`customer v0.3 over ${transport}`, () => {
      test('update_last_seen_timestamp applies to every chat with an active thread, and pushes once for each', async () => {
        const customer = await (await suite.world()).customer()
        const [closed, one, other] = [
          await startChat(customer),
          await startChat(customer),
          await startChat(customer),
        ]
        await customer.web().succeed('close_thread', { chat_id: closed.chatId })
        const phone = await customer.connect()
        const caller = await customer.via(transport, 'v0.3')
        const timestamp = startSeconds - 60
        assert.deepEqual(await caller.succeed(action, { timestamp }), { timestamp })
        const pushes = await phone.pushes()
        assert.deepEqual(
          new Set(pushes.map((push) => textAt(push, 'payload.chat_id'))),
          new Set([one.chatId, other.chatId]),
        )
        for (const push of pushes) assert.equal(at(push, 'payload.timestamp'), timestamp)
      })

      test('update_last_seen_timestamp returns the current time for a customer without a chat', async () => {
        const customer = await (await suite.world()).customer()
        const caller = await customer.via(transport, 'v0.3')
        assert.deepEqual(await caller.succeed(action), { timestamp: startSeconds })
      })
    })
  }

  describe('agents', () => {
    test('update_last_seen_timestamp needs a scope to read the chat', async () => {
      const world = await suite.world()
      const { chatId } = await startChat(await world.customer())
      const member = await world.agent('ada', { scopes: ['chats--my:read'] })
      const writer = await world.agent('bob', { scopes: ['chats.conversation--all:write'] })
      assert.deepEqual(await member.web().refuse(action, { chat_id: chatId }), notCovered)
      assert.deepEqual(
        await writer.web().refuse(action, { chat_id: chatId }),
        authorization('one of the scopes chats--all:read, chats--my:read is needed'),
      )
    })

    test('update_last_seen_timestamp does not make a non-member a user of the chat', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const phone = await customer.connect()
      const response = await agent.web().succeed(action, { chat_id: chatId })
      assert.deepEqual(response, { timestamp: startSeconds })
      await phone.push('last_seen_timestamp_updated')
      const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId })
      assert.equal(at(read, 'chat.users.length'), 1)
      assert.equal(has(at(read, 'chat.users.0'), 'last_seen_timestamp'), false)
    })
  })
})
