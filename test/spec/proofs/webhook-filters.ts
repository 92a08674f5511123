import assert from 'node:assert/strict'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { takeDeliveries } from '../../support/outbox.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const register = 'webhooks/register_webhook'
const plain = { url: 'https://hooks.example/', secret_key: 'secret' } as const
const named = (filter: object) => ({ test: { string_property: filter } })
const blue = { test: { string_property: 'blue' } }

proving('what lets webhooks fire', (storage) => {
  const suite = useEngine(storage)

  async function setUp() {
    const world = await suite.world()
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    const registered = async (action: string, filters?: object, fields: object = {}) =>
      textAt(
        await ada
          .configuration()
          .succeed(register, { ...plain, action, ...(filters && { filters }), ...fields }),
        'webhook_id',
      )
    return { world, ada, customer, registered }
  }

  /** Returns the payloads sent to the webhook since the last call. */
  async function sentTo(id: string): Promise<readonly unknown[]> {
    const opened = suite.engine.openStorage()
    await opened.open()
    const deliveries = await takeDeliveries(opened, [id])
    await opened.close()
    return deliveries.map(({ payload }): unknown => JSON.parse(payload))
  }

  verifies(
    ['delivery.filters.exists', 'delivery.filters.values', 'delivery.filters.exclude_values'],
    'a webhook filter checks whether a property exists, has one of the values, or none of them',
    async () => {
      const { customer, registered } = await setUp()
      const cases = [
        [{ exists: true }, [true, true, false]],
        [{ exists: false }, [false, false, true]],
        [{ values: ['blue', 'green'] }, [true, false, false]],
        [{ exclude_values: ['blue', 'green'] }, [false, true, true]],
      ] as const
      const ids: string[] = []
      for (const [filter] of cases) {
        ids.push(await registered('incoming_event', { chat_properties: named(filter) }))
      }
      for (const [index, properties] of [blue, { test: { string_property: 'red' } }, {}].entries()) {
        const { chatId } = await startChat(customer, { properties })
        await say(customer, chatId, 'Hello')
        for (const [place, [filter, passes]] of cases.entries()) {
          const sent = await sentTo(ids[place] ?? '')
          assert.equal(sent.length, passes[index] ? 1 : 0, `${JSON.stringify(filter)} ${index}`)
        }
      }
    },
  )

  verifies(
    ['delivery.filters.thread_properties', 'delivery.filters.event_properties', 'delivery.filters'],
    'a webhook filter checks properties of the thread or the event, and all of several filters must match',
    async () => {
      const { ada, customer, registered } = await setUp()
      const isBlue = named({ values: ['blue'] })
      const ofThread = await registered('thread_closed', { thread_properties: isBlue })
      const ofEvent = await registered('incoming_event', { event_properties: isBlue })
      const ofBoth = await registered('incoming_event', { event_properties: isBlue, author_type: 'agent' })
      for (const thread of [{ properties: blue }, {}]) {
        const { chatId } = await startChat(customer, { thread })
        await say(customer, chatId, 'plain')
        await say(customer, chatId, 'blue', { properties: blue })
        await ada.web().succeed('send_event', { chat_id: chatId, event: { type: 'message', text: 'plain' } })
        await say(ada, chatId, 'blue of an agent', { properties: blue })
        await ada.web().succeed('close_thread', { chat_id: chatId })
      }
      assert.equal((await sentTo(ofThread)).length, 1)
      const texts = async (id: string) =>
        (await sentTo(id)).map((body) => textAt(body, 'data.event.text')).toSorted()
      assert.deepEqual(await texts(ofEvent), ['blue', 'blue', 'blue of an agent', 'blue of an agent'])
      assert.deepEqual(await texts(ofBoth), ['blue of an agent', 'blue of an agent'])
    },
  )

  verifies(
    'decisions.15.members_of_agent_actions',
    'a webhook filter applies to the agent who changes or is deleted',
    async () => {
      const { world, registered } = await setUp()
      const [bob, carol] = [await world.agent('bob'), await world.agent('carol')]
      const filters = { chat_member_ids: { agents_any: [bob.id] } }
      const ids = {
        changed: await registered('agent_status_changed', filters),
        deleted: await registered('agent_deleted', filters),
      }
      for (const agent of [bob, carol]) {
        await agent.connect()
        await suite.engine.parley.admin.agents.delete(agent.id)
      }
      const changed = (await sentTo(ids.changed)).map((body) => at(body, 'data.agent_id'))
      assert.ok(changed.length > 0 && changed.every((id) => id === bob.id), JSON.stringify(changed))
      assert.deepEqual(
        (await sentTo(ids.deleted)).map((body) => at(body, 'data.agent_id')),
        [bob.id],
      )
      const [dan, eve] = [await world.agent('dan'), await world.agent('eve')]
      const ofDan = await registered('agent_status_changed', {
        chat_member_ids: { agents_exclude: [dan.id] },
      })
      for (const agent of [dan, eve]) await agent.connect()
      const ofOthers = (await sentTo(ofDan)).map((body) => at(body, 'data.agent_id'))
      assert.deepEqual(ofOthers, [eve.id])
    },
  )

  verifies(
    'decisions.15.webhook_properties',
    'a webhook contains the properties that an agent may read',
    async () => {
      const { world, ada, customer, registered } = await setUp()
      const access = { customer: { read: true, write: true } }
      const both = { ...access, agent: { read: true, write: false } }
      await ada.configuration().succeed('properties/create_properties', {
        hidden: { type: 'int', locations: { chat: { access } } },
        shown: { type: 'int', locations: { chat: { access: both } } },
      })
      const fields = { additional_data: ['chat_properties'] }
      const id = await registered('incoming_chat_thread', undefined, fields)
      await startChat(customer, { properties: { [world.clientId]: { hidden: 1, shown: 2 } } })
      const [body] = await sentTo(id)
      const properties = { [world.clientId]: { shown: { value: 2 } } }
      assert.deepEqual(at(body, 'data.chat.properties'), properties)
      assert.deepEqual(at(body, 'additional_data.chat_properties'), properties)
    },
  )
})
