import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authorization, notCovered, unknownChat, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { forEachTransport } from '../../support/matrix.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

forEachStorage('sneak peeks and typing indicators', (storage) => {
  const suite = useEngine(storage)

  forEachTransport('customer', (transport, version) => {
    test('send_sneak_peek reaches agents only', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const [phone, desk] = [await customer.connect(version), await agent.connect()]
      const caller = await customer.via(transport, version)
      const request = { chat_id: chatId, sneak_peek_text: 'Hel' }
      assert.deepEqual(await caller.succeed('send_sneak_peek', request), {})
      const sneakPeek = { author_id: customer.id, timestamp: startSeconds, text: 'Hel', recipients: 'agents' }
      assert.deepEqual(await desk.pushes(), [
        pushFrame('incoming_sneak_peek', { chat_id: chatId, sneak_peek: sneakPeek }),
      ])
      assert.deepEqual(await phone.pushes(), [])
    })

    test('send_sneak_peek stores nothing and opens no thread', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId, threadId } = await startChat(customer)
      const caller = await customer.via(transport, version)
      await caller.succeed('close_thread', { chat_id: chatId })
      await caller.succeed('send_sneak_peek', { chat_id: chatId, sneak_peek_text: '' })
      assert.deepEqual(await caller.succeed('get_chat_threads_summary', { chat_id: chatId }), {
        threads_summary: [{ id: threadId, order: 1, total_events: 1 }],
        total_threads: 1,
      })
    })

    test('send_sneak_peek is refused in the chat of another customer, without a text, and with a text that is too long', async () => {
      const world = await suite.world()
      const { chatId } = await startChat(await world.customer())
      const caller = await (await world.customer()).via(transport, version)
      const refuse = (payload: object) => caller.refuse('send_sneak_peek', payload)
      assert.deepEqual(await refuse({ chat_id: chatId, sneak_peek_text: 'Hel' }), unknownChat)
      assert.deepEqual(await refuse({ chat_id: chatId }), validation('payload.sneak_peek_text is required'))
      assert.deepEqual(
        await refuse({ chat_id: chatId, sneak_peek_text: 'x'.repeat(16_385) }),
        validation('payload.sneak_peek_text must have at most 16384 characters'),
      )
    })

    test('send_typing_indicator is not an action of customers', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const caller = await customer.via(transport, version)
      assert.deepEqual(
        await caller.refuse('send_typing_indicator', { chat_id: chatId, is_typing: true }),
        validation('unknown action "send_typing_indicator"'),
      )
    })
  })

  forEachTransport('agent', (transport, version) => {
    test('send_typing_indicator reaches customer and agents, but not its sender', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const [phone, own, colleague] = [
        await customer.connect(),
        await agent.connect(version),
        await (await world.agent('bob')).connect(),
      ]
      const caller = await agent.via(transport, version)
      const request = { chat_id: chatId, is_typing: true }
      assert.deepEqual(await caller.succeed('send_typing_indicator', request), {})
      const typing = { author_id: agent.id, timestamp: startSeconds, is_typing: true }
      assert.deepEqual(await phone.pushes(), [
        pushFrame('incoming_typing_indicator', { chat_id: chatId, typing_indicator: typing }),
      ])
      assert.deepEqual(await colleague.pushes(), [
        pushFrame('incoming_typing_indicator', {
          chat_id: chatId,
          typing_indicator: { ...typing, recipients: 'all' },
        }),
      ])
      assert.deepEqual(await own.pushes(), [])
    })

    test('send_typing_indicator for agents is pushed to agents only', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(customer)
      const [phone, colleague] = [await customer.connect(), await (await world.agent('bob')).connect()]
      const caller = await agent.via(transport, version)
      const request = { chat_id: chatId, is_typing: false, recipients: 'agents' }
      await caller.succeed('send_typing_indicator', request)
      const push = await colleague.push('incoming_typing_indicator')
      assert.deepEqual(at(push, 'typing_indicator'), {
        ...{ author_id: agent.id, timestamp: startSeconds, recipients: 'agents', is_typing: false },
      })
      assert.deepEqual(await phone.pushes(), [])
    })

    test('send_typing_indicator needs is_typing, a known recipient and a visible chat', async () => {
      const world = await suite.world()
      const { chatId } = await startChat(await world.customer())
      const agent = await world.agent('ada', {
        permission: 'normal',
        scopes: ['chats.conversation--my:write'],
      })
      const caller = await agent.via(transport, version)
      const refuse = (payload: object) => caller.refuse('send_typing_indicator', payload)
      assert.deepEqual(await refuse({ chat_id: chatId }), validation('payload.is_typing is required'))
      assert.deepEqual(
        await refuse({ chat_id: chatId, is_typing: true, recipients: 'customers' }),
        validation('payload.recipients must be one of all, agents'),
      )
      assert.deepEqual(await refuse({ chat_id: chatId, is_typing: true }), notCovered)
      assert.deepEqual(await refuse({ chat_id: 'nowhere', is_typing: true }), unknownChat)
    })

    test('send_typing_indicator needs a scope to write', async () => {
      const world = await suite.world()
      const { chatId } = await startChat(await world.customer())
      const agent = await world.agent('ada', { scopes: ['chats--all:read'] })
      const scopes = 'chats.conversation--all:write, chats.conversation--my:write'
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('send_typing_indicator', {
          ...{ chat_id: chatId, is_typing: true },
        }),
        authorization(`one of the scopes ${scopes} is needed`),
      )
    })

    test('send_sneak_peek is not an action of agents', async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId } = await startChat(agent)
      assert.deepEqual(
        await (await agent.via(transport, version)).refuse('send_sneak_peek', {
          ...{ chat_id: chatId, sneak_peek_text: 'Hel' },
        }),
        validation('unknown action "send_sneak_peek"'),
      )
    })
  })
})
