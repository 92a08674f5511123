import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation, validationMessage } from '../../support/errors.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { agentVersions, customerVersions, type Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { hasRichMessages, richMessage } from '../recording/events.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }

proving('versions', (storage) => {
  const suite = useEngine(storage)
  const setUp = async () => {
    const world = await suite.world()
    return { world, customer: await world.customer(), agent: await world.agent('ada') }
  }
  const waysOf = ({ customer, agent }: { readonly customer: Person; readonly agent: Person }) => [
    ...customerVersions.map((version) => ({ person: customer, version })),
    ...agentVersions.map((version) => ({ person: agent, version })),
  ]

  verifies(
    ['chat.version.customer', 'chat.version.agent', 'decisions.9.customer', 'decisions.9.agent'],
    'versions are v0.3, v0.4 and v0.5 for customers, v0.3 and v0.4 for agents, over both transports',
    async () => {
      for (const { person, version } of waysOf(await setUp())) {
        await person.web(version).succeed('start_chat')
        await (await person.connect(version)).succeed('start_chat')
      }
    },
  )

  verifies(
    ['chat.version.customer_v0.3.rich_message', 'decisions.6.8.send', 'decisions.9.customer'],
    'send_event takes a rich message in customer v0.5 and agent v0.4 only',
    async () => {
      for (const { person, version } of waysOf(await setUp())) {
        const { chatId: chat_id } = await startChat(person)
        const request = { chat_id, event: richMessage }
        if (hasRichMessages(person.api, version)) {
          const sent = await person.web(version).succeed('send_event', request)
          assert.equal(at(sent, 'event.type'), 'rich_message')
        } else {
          const error = await person.web(version).refuse('send_event', request)
          assert.equal(at(error, 'type'), 'validation')
          const start = validationMessage('payload.event.type must be one of')
          const message = textAt(error, 'message')
          assert.ok(message.startsWith(start) && !message.includes('rich_message'), message)
        }
      }
    },
  )

  verifies(
    ['chat.version.customer_v0.3.rich_message', 'decisions.6.8.read'],
    'reads and pushes show a rich message in customer v0.5 and agent v0.4 only',
    async () => {
      const { customer, agent } = await setUp()
      const { chatId: chat_id, threadId } = await startChat(customer)
      await agent.web().succeed('join_chat', { chat_id, agent_ids: [agent.id] })
      const ways = waysOf({ customer, agent })
      const connections = await Promise.all(ways.map(({ person, version }) => person.connect(version)))
      await agent.web().succeed('send_event', { chat_id, event: richMessage })
      for (const [index, { person, version }] of ways.entries()) {
        const expected = hasRichMessages(person.api, version) ? ['rich_message'] : []
        const pushes = (await connections[index]?.pushes()) ?? []
        assert.deepEqual(
          pushes.map((push) => at(push, 'payload.event.type')),
          expected,
        )
        const read = await person
          .web(version)
          .succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
        const types = listAt(read, 'chat.threads.0.events').map((one) => at(one, 'type'))
        assert.deepEqual(types, expected)
        const action = person.api === 'customer' ? 'get_chats_summary' : 'get_filtered_chats'
        const listed = JSON.stringify(await person.web(version).succeed(action))
        assert.equal(listed.includes('rich_message'), expected.length > 0)
      }
    },
  )

  verifies(
    ['chat.version.customer_v0.3.update_last_seen_timestamp', 'decisions.15.customer_v0.3.last_seen'],
    'v0.3 of customers: update_last_seen_timestamp names no chat, and applies to every active one',
    async () => {
      const { customer } = await setUp()
      const chats = [await startChat(customer), await startChat(customer), await startChat(customer)]
      await customer.web().succeed('close_thread', { chat_id: chats[0]?.chatId })
      const phone = await customer.connect('v0.3')
      const timestamp = startSeconds - 60
      const web = customer.web('v0.3')
      assert.deepEqual(await web.succeed('update_last_seen_timestamp', { timestamp }), { timestamp })
      const pushes = await phone.pushes()
      const chatIds = pushes.map((push) => textAt(push, 'payload.chat_id'))
      assert.deepEqual(
        chatIds.toSorted(),
        chats
          .slice(1)
          .map(({ chatId }) => chatId)
          .toSorted(),
      )
      assert.deepEqual(await web.succeed('update_last_seen_timestamp'), { timestamp: startSeconds })
      for (const later of ['v0.4', 'v0.5']) {
        const error = await customer.web(later).refuse('update_last_seen_timestamp')
        assert.deepEqual(error, validation('payload.chat_id is required'))
      }
    },
  )

  verifies(
    ['chat.version.customer_v0.3.last_event_per_type', 'decisions.15.customer_v0.3.last_event_per_type'],
    'v0.3 of customers: last_event_per_type is of the last thread',
    async () => {
      const { customer } = await setUp()
      const { chatId: chat_id } = await startChat(customer)
      await say(customer, chat_id, 'Old')
      await customer.web().succeed('close_thread', { chat_id })
      const custom = { type: 'custom', content: {} }
      const sent = await customer.web().succeed('send_event', { chat_id, event: custom })
      const lastIn = async (version: string) =>
        at(await customer.web(version).succeed('get_chats_summary'), 'chats_summary.0.last_event_per_type')
      const events = { custom: at(sent, 'event') }
      assert.deepEqual(await lastIn('v0.3'), { thread_id: at(sent, 'thread_id'), events })
      for (const later of ['v0.4', 'v0.5']) {
        const last = await lastIn(later)
        assert.deepEqual(Object.keys(Object(last)).toSorted(), ['custom', 'message', 'system_message'])
        const thread = { thread_id: at(sent, 'thread_id'), thread_order: 2 }
        assert.deepEqual(at(last, 'custom'), { ...thread, event: events.custom })
      }
    },
  )

  verifies(
    [
      'chat.version.agent_v0.3.start_chat.scopes',
      'chat.version.agent_v0.3.scopes.agents',
      'decisions.5.2.agent',
    ],
    'v0.3 of agents: start_chat takes scopes of the thread, which can name agents',
    async () => {
      const { world, agent } = await setUp()
      const [named, other] = [
        await world.agent('bob', { permission: 'normal' }),
        await world.agent('eve', { permission: 'normal' }),
      ]
      const scopes = { groups: [7], agents: [named.id] }
      const started = await agent.web('v0.3').succeed('start_chat', { chat: { thread: { scopes } } })
      const chat_id = textAt(started, 'chat.id')
      await named.web().succeed('get_chat_threads', { chat_id })
      const error = await other.web().refuse('get_chat_threads', { chat_id })
      assert.equal(at(error, 'type'), 'authorization')
      const read = await agent.web('v0.3').succeed('get_chat_threads', { chat_id })
      assert.deepEqual(at(read, 'chat.scopes'), scopes)
      const later = await agent.web('v0.4').succeed('start_chat', { chat: { thread: { scopes } } })
      await other.web().succeed('get_chat_threads', { chat_id: textAt(later, 'chat.id') })
    },
  )

  verifies(
    'chat.version.agent_v0.3.login.in_trial',
    'v0.3 of agents: login does not return in_trial',
    async () => {
      const { agent } = await setUp()
      for (const [version, isPushed] of [
        ['v0.3', false],
        ['v0.4', true],
      ] as const) {
        const login = await (await agent.open(version)).succeed('login', { token: agent.token })
        assert.equal(has(at(login, 'license'), 'in_trial'), isPushed)
      }
    },
  )

  verifies(
    ['chat.version.agent_v0.3.last_event_per_type', 'decisions.15.agent_v0.3.last_event_per_type'],
    'v0.3 of agents: last_event_per_type is an array in last_thread_summary',
    async () => {
      const { agent } = await setUp()
      const { chatId: chat_id, threadId: thread_id } = await startChat(agent)
      const sent = await agent.web().succeed('send_event', { chat_id, event })
      for (const version of agentVersions) {
        const login = await (await agent.open(version)).succeed('login', { token: agent.token })
        const listed = await agent.web(version).succeed('get_filtered_chats')
        const [summary] = listAt(login, 'chats_summary')
        assert.deepEqual(at(listed, 'chats_summary.0'), summary)
        const inThread = at(summary, 'last_thread_summary')
        if (version === 'v0.3') {
          assert.deepEqual(at(inThread, 'last_event_per_type'), [{ thread_id, event: at(sent, 'event') }])
          assert.equal(has(summary, 'last_event_per_type'), false)
        } else {
          assert.equal(has(inThread, 'last_event_per_type'), false)
          assert.deepEqual(at(summary, 'last_event_per_type'), {
            message: { thread_id, thread_order: 1, event: at(sent, 'event') },
          })
        }
      }
    },
  )

  verifies(
    'chat.version.customer_v0.3.unsupported_version',
    'a client of v0.3 is not pushed unsupported_version',
    async () => {
      const { customer } = await setUp()
      const [supported, unsupported] = [await customer.open('v0.3'), await customer.open('v0.2')]
      const [push] = await unsupported.framesUntilEnd()
      assert.equal(at(push, 'payload.reason'), 'unsupported_version')
      await supported.succeed('login', { token: customer.token })
      assert.deepEqual(await supported.pushes(), [])
    },
  )
})
