import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { cards } from '../../support/rich-messages.js'
import type { Person } from '../../support/world.js'
import { DestinationServer, verify } from '../../webhooks/destination-server.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const secret_key = 'what both know'
/** Time between two searches for due deliveries, in milliseconds. */
const lookMs = 1_000
const actions = [
  'incoming_chat_thread',
  'incoming_event',
  'incoming_rich_message_postback',
  'last_seen_timestamp_updated',
  'thread_closed',
  'chat_scopes_updated',
  'chat_properties_updated',
  'chat_thread_properties_updated',
  'chat_users_updated',
  'agent_status_changed',
  'agent_deleted',
] as const
const text = { test: { string_property: 'yes' } }
const agentsAlone = ['agent_status_changed', 'agent_deleted']

proving('what webhooks deliver', (storage) => {
  const suite = useEngine(storage, { webhooks: { allowPrivateTargets: true }, expectsErrors: true })

  async function setUp() {
    const world = await suite.world()
    const [ada, destination] = [await world.agent('ada'), await DestinationServer.start()]
    const register = async (webhook: object, version?: string) => {
      const given = { url: destination.url, secret_key, ...webhook }
      return textAt(
        await ada.configuration(version).succeed('webhooks/register_webhook', given),
        'webhook_id',
      )
    }
    /** Resolves with the deliveries once that many have arrived, of the given webhook only if there is one. */
    const waitForDeliveries = async (count: number, webhookId?: string): Promise<readonly unknown[]> => {
      const bodies = () =>
        destination.requests
          .map(({ body }): unknown => JSON.parse(body))
          .filter((body) => webhookId === undefined || at(body, 'webhook_id') === webhookId)
      await eventually(async () => assert.ok(bodies().length >= count, 'not all deliveries have arrived'))
      return bodies()
    }
    return { world, ada, destination, register, waitForDeliveries }
  }

  /** Causes each action about a chat at least once. */
  async function converse(customer: Person, ada: Person) {
    const { chatId: chat_id, threadId: thread_id } = await startChat(customer, { properties: text })
    const desk = ada.web()
    await desk.succeed('join_chat', { chat_id, agent_ids: [ada.id] })
    const sent = await desk.succeed('send_event', { chat_id, event: cards })
    const event_id = textAt(sent, 'event.id')
    const postback = { id: 'yes', toggled: true }
    await customer.web().succeed('send_rich_message_postback', { chat_id, thread_id, event_id, postback })
    await customer.web().succeed('update_last_seen_timestamp', { chat_id })
    await desk.succeed('update_chat_scopes', { chat_id, add_scopes: { groups: [3] } })
    await desk.succeed('update_chat_properties', { chat_id, properties: { test: { bool_property: true } } })
    await desk.succeed('update_chat_thread_properties', { chat_id, thread_id, properties: text })
    await desk.succeed('close_thread', { chat_id })
    return { chat_id, thread_id, event_id, postback }
  }

  verifies(
    [
      'delivery.webhook_id',
      'delivery.secret_key',
      'delivery.action',
      'delivery.data',
      'delivery.additional_data.chat_properties',
      'delivery.incoming_chat_thread',
      'delivery.incoming_event',
      'delivery.incoming_rich_message_postback',
      'delivery.last_seen_timestamp_updated',
      'delivery.thread_closed',
      'delivery.chat_scopes_updated',
      'delivery.chat_properties_updated',
      'delivery.chat_thread_properties_updated',
      'delivery.chat_users_updated',
      'decisions.15.webhook_thread_id',
      'decisions.15.webhook_postback',
    ],
    'a delivery is the push of each action, with the secret and the properties of the chat',
    async () => {
      const { world, ada, register, waitForDeliveries } = await setUp()
      const ids = new Map<string, string>()
      for (const action of actions.filter((name) => !agentsAlone.includes(name))) {
        ids.set(action, await register({ action, additional_data: ['chat_properties'] }))
      }
      const customer = await world.customer()
      const { chat_id, thread_id, event_id, postback } = await converse(customer, ada)
      const expected = {
        incoming_chat_thread: ['chat.thread.id', thread_id],
        incoming_event: ['thread_id', thread_id],
        incoming_rich_message_postback: ['event_id', event_id],
        last_seen_timestamp_updated: ['user_id', customer.id],
        thread_closed: ['user_id', ada.id],
        chat_scopes_updated: ['scopes_added.groups', [3]],
        chat_properties_updated: ['properties.test.bool_property.value', true],
        chat_thread_properties_updated: ['properties.test.string_property.value', 'yes'],
        chat_users_updated: ['updated_users.agents.added.0.id', ada.id],
      }
      for (const [action, [path, value]] of Object.entries(expected)) {
        const webhookId = ids.get(action)
        const [body] = await waitForDeliveries(1, webhookId)
        const names = ['webhook_id', 'secret_key', 'action', 'data', 'additional_data']
        assert.deepEqual(Object.keys(Object(body)), names)
        assert.deepEqual([at(body, 'secret_key'), at(body, 'action')], [secret_key, action])
        const chatId = at(body, action === 'incoming_chat_thread' ? 'data.chat.id' : 'data.chat_id')
        assert.equal(chatId, chat_id)
        assert.deepEqual(at(body, `data.${path}`), value, action)
        assert.equal(at(body, 'additional_data.chat_properties.test.string_property.value'), 'yes')
      }
      const [answered] = await waitForDeliveries(1, ids.get('incoming_rich_message_postback'))
      assert.deepEqual(at(answered, 'data'), {
        ...{ user_id: customer.id, chat_id, thread_id, event_id },
        postback,
      })
    },
  )

  verifies(
    [
      'delivery.agent_status_changed',
      'delivery.agent_status_changed.status',
      'delivery.agent_deleted',
      'decisions.15.every_status',
    ],
    'a delivery contains the agent and the change',
    async () => {
      const { world, ada, register, waitForDeliveries } = await setUp()
      const bob = await world.agent('bob')
      const changed = await register({ action: 'agent_status_changed' })
      const deleted = await register({ action: 'agent_deleted' })
      await bob.connect()
      await bob.web().succeed('update_agent', { routing_status: 'not_accepting_chats' })
      await suite.engine.parley.admin.agents.logOut(bob.id)
      await suite.engine.parley.admin.agents.delete(bob.id)
      const statuses = (await waitForDeliveries(3, changed)).map((body) => at(body, 'data'))
      assert.deepEqual(statuses, [
        { agent_id: bob.id, status: 'accepting chats' },
        { agent_id: bob.id, status: 'not accepting chats' },
        { agent_id: bob.id, status: 'offline' },
      ])
      const [body] = await waitForDeliveries(1, deleted)
      assert.deepEqual(body, {
        ...{ webhook_id: deleted, secret_key, action: 'agent_deleted' },
        data: { agent_id: bob.id },
      })
      assert.ok(ada.id !== bob.id)
    },
  )

  verifies(
    [
      'delivery.filters.chat_properties',
      'delivery.filters.chat_member_ids.agents',
      'delivery.filters.chat_member_ids.agents_any',
      'delivery.filters.chat_member_ids.agents_exclude',
      'delivery.filters.author_type',
    ],
    'a delivery contains what the filters accept',
    async () => {
      const { world, ada, register, waitForDeliveries } = await setUp()
      const bob = await world.agent('bob')
      const both = [ada.id, bob.id]
      const property = (value: string) => ({ test: { string_property: { values: [value] } } })
      const filters = {
        yes: { chat_properties: property('yes') },
        no: { chat_properties: property('no') },
        all: { chat_member_ids: { agents: both } },
        any: { chat_member_ids: { agents_any: both } },
        none: { chat_member_ids: { agents_exclude: [bob.id] } },
        written: { author_type: 'customer' },
        answered: { author_type: 'agent' },
      }
      const ids = new Map<string, string>()
      for (const [name, filter] of Object.entries(filters)) {
        ids.set(name, await register({ action: 'incoming_event', filters: filter }))
      }
      const customer = await world.customer()
      const { chatId } = await startChat(customer, { properties: text })
      await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [ada.id] })
      await say(customer, chatId, 'With one')
      await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [bob.id] })
      await say(ada, chatId, 'With both')
      const expected = {
        ...{ yes: ['With one', 'With both'], no: [], all: ['With both'], any: ['With one', 'With both'] },
        ...{ none: ['With one'], written: ['With one'], answered: ['With both'] },
      }
      await waitForDeliveries(Object.values(expected).flat().length)
      for (const [name, texts] of Object.entries(expected)) {
        const bodies = await waitForDeliveries(texts.length, ids.get(name))
        assert.deepEqual(
          bodies.map((body) => at(body, 'data.event.text')),
          texts,
          name,
        )
      }
    },
  )

  verifies('decisions.16.24.versions', 'a delivery has the version of the registration', async () => {
    const { world, ada, register, waitForDeliveries } = await setUp()
    const [older, newer] = [
      await register({ action: 'incoming_event' }, 'v0.3'),
      await register({ action: 'incoming_event' }, 'v0.4'),
    ]
    const { chatId } = await startChat(await world.customer())
    await ada.web().succeed('send_event', { chat_id: chatId, event: cards })
    await say(ada, chatId, 'After it')
    const typesOf = async (id: string, count: number) =>
      (await waitForDeliveries(count, id)).map((body) => at(body, 'data.event.type'))
    assert.deepEqual(await typesOf(newer, 2), ['rich_message', 'message'])
    assert.deepEqual(await typesOf(older, 1), ['message'])
  })

  verifies(
    ['decisions.11.post', 'decisions.11.retry', 'decisions.11.redirects', 'decisions.11.signature'],
    'a delivery is signed, and sent again after 5 s when it was not accepted',
    async () => {
      const { world, destination, register } = await setUp()
      const webhookId = await register({ action: 'incoming_event' })
      const elsewhere = await DestinationServer.start()
      destination.respond = (_, response) => response.writeHead(307, { location: elsewhere.url }).end()
      const { chatId } = await startChat(await world.customer())
      const ada = await world.agent('carol')
      await say(ada, chatId, 'Hello')
      const { clock, parley } = suite.engine
      const waitForRequests = (count: number) =>
        eventually(async () => {
          assert.equal(destination.requests.length, count)
          assert.equal(parley.metrics().webhooks.underWayCount, 0)
        })
      await waitForRequests(1)
      destination.respond = (_, response) => response.writeHead(204).end()
      const failedAt = clock.now()
      const { items } = await parley.admin.webhooks.listAttempts({ webhookId })
      const waits = Number(items[0]?.nextAttemptAt) - failedAt
      assert.ok(waits >= 4_000 && waits <= 6_000, `${waits} ms`)
      clock.advance(waits + lookMs)
      await waitForRequests(2)
      const [first, second] = destination.requests
      assert.ok(first !== undefined && second !== undefined)
      assert.deepEqual([second.id, second.body], [first.id, first.body])
      verify(secret_key, second, second.timestamp * 1_000)
      assert.equal(elsewhere.requests.length, 0)
    },
  )
})
