import assert from 'node:assert/strict'
import type { PropertyFilter, WebhookFilters } from '@parley/core/storage'
import {
  type WebhookAction,
  type WebhookFilterName,
  webhookActions,
} from '../../../packages/core/src/contract/webhook-actions.js'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at } from '../../support/json.js'
import { useOutbox } from '../../support/outbox.js'
import { cards } from '../../support/rich-messages.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const yes = { test: { string_property: 'yes' } }
const none: WebhookFilters = {
  ...{ chatProperties: [], threadProperties: [], eventProperties: [] },
  ...{ members: null, authorType: null },
}

function having(value: string): readonly PropertyFilter[] {
  const property = { namespace: 'test', name: 'string_property' }
  return [{ ...property, type: 'values', values: [value], matchedBy: 'value' }]
}

/** Returns filters that match the event of the test, or do not. */
function filtersOf(name: WebhookFilterName, ada: Person, isMatch: boolean): WebhookFilters {
  const value = isMatch ? 'yes' : 'no'
  const members = { type: 'agents', agentIds: isMatch ? [ada.id] : [ada.id, 'nobody@example.com'] } as const
  switch (name) {
    case 'chat_properties':
      return { ...none, chatProperties: having(value) }
    case 'thread_properties':
      return { ...none, threadProperties: having(value) }
    case 'event_properties':
      return { ...none, eventProperties: having(value) }
    case 'chat_member_ids':
      return { ...none, members }
    case 'author_type':
      return { ...none, authorType: 'customer' }
  }
}

function isWebhookAction(name: string): name is WebhookAction {
  return name in webhookActions
}

/**
 * Causes everything that webhooks report, in a chat of Ada, with the given properties wherever properties are
 * possible.
 */
async function causeEvents(customer: Person, ada: Person): Promise<void> {
  const chat = await startChat(customer, { properties: yes, thread: { properties: yes } })
  const chat_id = chat.chatId
  const desk = ada.web()
  await desk.succeed('join_chat', { chat_id, agent_ids: [ada.id] })
  await desk.succeed('update_chat_thread_properties', { chat_id, thread_id: chat.threadId, properties: yes })
  await say(customer, chat_id, 'Hello', { properties: yes })
  const sent = await desk.succeed('send_event', { chat_id, event: { ...cards, properties: yes } })
  const place = { chat_id, thread_id: chat.threadId, event_id: at(sent, 'event.id') }
  const postback = { id: 'yes', toggled: true }
  await customer.web().succeed('send_rich_message_postback', { ...place, postback })
  await desk.succeed('update_last_seen_timestamp', { chat_id })
  await desk.succeed('update_chat_scopes', { chat_id, add_scopes: { groups: [3] } })
  const others = { test: { string_property: 'yes', int_property: 7 } }
  await desk.succeed('update_chat_properties', { chat_id, properties: others })
  await desk.succeed('update_chat_thread_properties', {
    ...{ chat_id, thread_id: chat.threadId, properties: others },
  })
  await desk.succeed('close_thread', { chat_id })
  await say(customer, chat_id, 'Again', { properties: yes })
}

forEachStorage('filters of webhooks', (storage) => {
  const suite = useEngine(storage)
  const outbox = useOutbox(suite)

  for (const action of Object.keys(webhookActions).filter(isWebhookAction)) {
    test(`filters of ${action} let matching events through, and no others`, async () => {
      const world = await suite.world()
      const ada = await world.agent('ada')
      const { filters: names } = webhookActions[action]
      const rules = Object.fromEntries(
        names
          .filter((name) => name !== 'author_type')
          .flatMap((name) => [
            [`${name} yes`, { action, filters: filtersOf(name, ada, true) }],
            [`${name} no`, { action, filters: filtersOf(name, ada, false) }],
          ]),
      )
      const sent = await outbox.register(world, rules)
      const desk = await ada.connect()
      await causeEvents(await world.customer(), ada)
      await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
      await suite.engine.parley.admin.agents.delete(ada.id)
      for (const name of Object.keys(rules)) {
        const count = (await sent(name)).length
        assert.equal(count > 0, name.endsWith('yes'), `${action} by ${name}: ${count}`)
      }
      assert.ok(names.length > 0)
    })
  }

  test('author filters let events of customers or of agents through, and exclude events without an author', async () => {
    const world = await suite.world()
    const action = 'incoming_event'
    const sent = await outbox.register(world, {
      customers: { action, filters: { ...none, authorType: 'customer' } },
      agents: { action, filters: { ...none, authorType: 'agent' } },
      any: { action },
    })
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    const { chatId } = await startChat(customer)
    await say(customer, chatId, 'of the customer')
    await say(ada, chatId, 'of an agent who is not there')
    await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [ada.id] })
    await say(ada, chatId, 'of an agent')
    await ada.web().succeed('close_thread', { chat_id: chatId })
    const textsOf = async (name: 'customers' | 'agents') =>
      (await sent(name)).map((delivery) => at(delivery, 'data.event.text'))
    assert.deepEqual(await textsOf('customers'), ['of the customer'])
    assert.deepEqual(await textsOf('agents'), ['of an agent who is not there', 'of an agent'])
    assert.deepEqual(
      (await sent('any')).map((delivery) => at(delivery, 'data.event.type')),
      ['message', 'message', 'message', 'system_message'],
    )
  })

  test('filters by properties that were redefined since then cause no failure', async () => {
    const world = await suite.world()
    const { properties } = suite.engine.parley.admin
    const { licenseId } = world
    const property = { licenseId, namespace: 'shop', name: 'size' }
    const access = { customer: { read: true, write: true }, agent: { read: true, write: true } }
    const locations = { chat: access }
    await properties.createOrReplace({ ...property, type: 'tokenized_string', locations })
    const size = { namespace: 'shop', name: 'size' }
    const words = { ...size, type: 'values', values: ['very large'], matchedBy: 'words' } as const
    const sent = await outbox.register(world, {
      large: { action: 'incoming_chat_thread', filters: { ...none, chatProperties: [words] } },
    })
    await startChat(await world.customer(), { properties: { shop: { size: 'Very, very large' } } })
    assert.equal((await sent('large')).length, 1)
    await properties.delete(property)
    await properties.createOrReplace({ ...property, type: 'int', locations })
    await startChat(await world.customer(), { properties: { shop: { size: 7 } } })
    assert.deepEqual(await sent('large'), [])
  })
})
