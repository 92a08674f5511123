import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ParleyError } from '@parley/core'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { nextInLine } from '../../support/queue.js'
import { pushFrame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'

const event = { type: 'message', text: 'Hello' } as const

/** Returns the rejection of the promise in the form that it would have on the wire. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  const cause: unknown = await call.then(
    () => assert.fail('the call was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(cause instanceof ParleyError)
  return cause.toWire()
}

forEachStorage('actions in process', (storage) => {
  const suite = useEngine(storage)
  const as = {
    customer: (customerId: string) => suite.engine.parley.as({ customerId }),
    agent: (agentId: string) => suite.engine.parley.as({ agentId }),
  }

  test('parley.as has the actions of the newest versions, and no login', () => {
    const both = [
      ...['closeThread', 'getChatThreads', 'sendEvent', 'startChat', 'updateLastSeenTimestamp'],
      ...['updateChatProperties', 'updateChatScopes', 'updateChatThreadProperties'],
    ]
    const customer = [
      ...['getChatThreadsSummary', 'getChatsSummary', 'sendRichMessagePostback', 'sendSneakPeek'],
      'updateCustomer',
    ]
    const agent = [
      ...['addAutoChatScopes', 'banCustomer', 'changePushNotifications', 'getArchives'],
      ...['createProperties', 'getPropertyConfigs'],
      ...['createBotAgent', 'getBotAgentDetails', 'getBotAgents', 'removeBotAgent', 'updateBotAgent'],
      ...['getWebhooksConfig', 'registerWebhook', 'unregisterWebhook'],
      ...['getAutoChatScopesConfig', 'getFilteredChats', 'joinChat', 'multicast'],
      ...['removeAutoChatScopes', 'removeFromChat', 'sendTypingIndicator', 'updateAgent'],
    ]
    assert.deepEqual(Object.keys(as.customer('x')).toSorted(), [...both, ...customer].toSorted())
    assert.deepEqual(Object.keys(as.agent('x')).toSorted(), [...both, ...agent].toSorted())
  })

  for (const nobody of [undefined, null, 'ann@example.com', {}, { agentId: 5 }, { customerId: null }]) {
    test(`parley.as refuses ${JSON.stringify(nobody) ?? 'nothing'} as a user`, () => {
      const { parley } = suite.engine
      assert.throws(() => Reflect.apply(parley.as, parley, [nobody]), {
        name: 'ParleyConfigError',
        message: "parley.as needs an agent or a customer, such as { agentId: 'ann@example.com' }",
      })
    })
  }

  describe('a customer in process', () => {
    test('the customer reads the same as over the Web API', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId: chat_id, threadId } = await startChat(customer, { thread: { events: [event] } })
      const [host, web] = [as.customer(customer.id), customer.web()]
      const threads = { chat_id, thread_ids: [threadId] }
      assert.deepEqual(await host.getChatsSummary(), await web.succeed('get_chats_summary'))
      assert.deepEqual(await host.getChatThreads(threads), await web.succeed('get_chat_threads', threads))
      assert.deepEqual(
        await host.getChatThreadsSummary({ chat_id }),
        await web.succeed('get_chat_threads_summary', { chat_id }),
      )
    })

    test('the customer writes as over the Web API, and the pushes are sent', async () => {
      const customer = await (await suite.world()).customer()
      const phone = await customer.connect()
      const host = as.customer(customer.id)
      const started = await host.startChat({ chat: { thread: { events: [event] } } })
      const chat_id = started.chat.id
      const sent = await host.sendEvent({ chat_id, event })
      assert.deepEqual(await host.sendSneakPeek({ chat_id, sneak_peek_text: 'Hel' }), {})
      assert.deepEqual(await host.closeThread({ chat_id }), {})
      const [opened, incoming, archived, closed] = await phone.pushes()
      const { queue, ...chat } = Object(started.chat)
      assert.deepEqual(queue, nextInLine)
      assert.deepEqual(opened, pushFrame('incoming_chat_thread', { chat }))
      assert.deepEqual(incoming, pushFrame('incoming_event', { chat_id, ...sent }))
      assert.equal(at(archived, 'payload.event.type'), 'system_message')
      assert.equal(closed?.action, 'thread_closed')
      const read = await customer.web().succeed('get_chat_threads', { chat_id, thread_ids: [sent.thread_id] })
      assert.equal(textAt(read, 'chat.threads.0.events.1.id'), sent.event.id)
    })

    test('the customer is refused as by the Web API', async () => {
      const world = await suite.world()
      const [customer, other] = [await world.customer({}), await world.customer()]
      const { chatId: chat_id } = await startChat(other)
      const [host, web] = [as.customer(customer.id), customer.web()]
      assert.deepEqual(await refusalOf(host.startChat()), await web.refuse('start_chat'))
      const withoutPayload = Reflect.apply(host.sendEvent, host, [])
      assert.deepEqual(await refusalOf(withoutPayload), await web.refuse('send_event'))
      assert.deepEqual(
        await refusalOf(host.sendEvent({ chat_id, event })),
        await web.refuse('send_event', { chat_id, event }),
      )
      assert.deepEqual(
        await refusalOf(host.getChatsSummary({ offset: 101 })),
        await web.refuse('get_chats_summary', { offset: 101 }),
      )
    })

    test('the customer must exist', async () => {
      const agent = await (await suite.world()).agent('ada')
      for (const id of ['nobody', agent.id]) {
        assert.equal(at(await refusalOf(as.customer(id).getChatsSummary()), 'type'), 'authentication')
      }
    })
  })

  describe('an agent in process', () => {
    test('the agent reads the same as over the Web API', async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId: chat_id } = await startChat(agent)
      const [host, web] = [as.agent(agent.id), agent.web()]
      assert.deepEqual(await host.getFilteredChats(), await web.succeed('get_filtered_chats'))
      assert.deepEqual(
        await host.getChatThreads({ chat_id }),
        await web.succeed('get_chat_threads', { chat_id }),
      )
    })

    test('the agent holds all scopes that its permission allows', async () => {
      const world = await suite.world()
      const [boss, agent] = [await world.agent('ada'), await world.agent('bob', { permission: 'normal' })]
      const { chatId: chat_id } = await startChat(await world.customer())
      assert.equal(at(await refusalOf(as.agent(agent.id).closeThread({ chat_id })), 'type'), 'authorization')
      await as.agent(boss.id.toUpperCase()).closeThread({ chat_id })
    })

    test('the agent holds no more scopes than the host names', async () => {
      const world = await suite.world()
      const agent = await world.agent('ada')
      const { chatId: chat_id } = await startChat(await world.customer())
      const host = suite.engine.parley.as({ agentId: agent.id, scopes: ['chats--my:read'] })
      assert.equal(at(await refusalOf(host.getChatThreads({ chat_id })), 'type'), 'authorization')
      assert.equal(at(await refusalOf(host.sendEvent({ chat_id, event })), 'type'), 'authorization')
      assert.deepEqual(await host.getFilteredChats(), { chats_summary: [] })
    })

    test('the agent joins, types, marks as read, leaves and changes its status', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId: chat_id } = await startChat(customer)
      await agent.connect()
      const [phone, host] = [await customer.connect(), as.agent(agent.id)]
      await host.joinChat({ chat_id, agent_ids: [agent.id] })
      await host.sendTypingIndicator({ chat_id, is_typing: true })
      await host.updateLastSeenTimestamp({ chat_id })
      await host.removeFromChat({ chat_id })
      await host.updateAgent({ routing_status: 'not_accepting_chats' })
      assert.deepEqual(
        (await phone.pushes()).map(({ action }) => action),
        [
          'chat_users_updated',
          'incoming_typing_indicator',
          'last_seen_timestamp_updated',
          'chat_users_updated',
          'incoming_event',
        ],
      )
    })

    test('the agent is refused values that JSON cannot hold', async () => {
      const agent = await (await suite.world()).agent('ada')
      const { chatId: chat_id } = await startChat(agent)
      const host = as.agent(agent.id)
      for (const content of [
        { n: Number.NaN },
        { text: 'a\0' },
        { text: '\ud800' },
        { f: () => 1 },
        { n: 2n ** 64n },
      ]) {
        const custom = { type: 'custom', content } as const
        assert.equal(at(await refusalOf(host.sendEvent({ chat_id, event: custom })), 'type'), 'validation')
      }
    })
  })
})
