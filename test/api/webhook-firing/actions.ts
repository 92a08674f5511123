import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { useOutbox } from '../../support/outbox.js'
import { cards } from '../../support/rich-messages.js'
import type { Frame } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const older = [
  'incoming_chat_thread',
  'incoming_event',
  'last_seen_timestamp_updated',
  'thread_closed',
  'chat_scopes_updated',
  'chat_properties_updated',
  'chat_thread_properties_updated',
  'chat_users_updated',
] as const
const yes = { test: { string_property: 'yes' } }

/** Causes every push that webhooks can subscribe to. */
async function converse(customer: Person, ada: Person, bob: Person): Promise<{ chatId: string }> {
  const events = [{ type: 'message', text: 'Hello', properties: yes }]
  const { chatId, threadId } = await startChat(customer, {
    properties: yes,
    thread: { events, properties: yes },
  })
  const chat = { chat_id: chatId }
  const [phone, desk] = [customer.web(), ada.web()]
  await desk.succeed('join_chat', { ...chat, agent_ids: [ada.id, bob.id] })
  await desk.succeed('remove_from_chat', { ...chat, agent_ids: [bob.id] })
  await phone.succeed('send_event', { ...chat, event: { type: 'message', text: 'Hi', custom_id: 'c' } })
  const note = { type: 'message', text: 'Among us', recipients: 'agents' }
  await desk.succeed('send_event', { ...chat, event: note })
  const sent = await desk.succeed('send_event', { ...chat, event: { ...cards, properties: yes } })
  const place = { ...chat, thread_id: threadId, event_id: textAt(sent, 'event.id') }
  const postback = { id: 'yes', toggled: true }
  await phone.succeed('send_rich_message_postback', { ...place, postback })
  await phone.succeed('update_last_seen_timestamp', chat)
  await desk.succeed('update_chat_scopes', { ...chat, add_scopes: { groups: [3] } })
  const properties = { test: { string_property: 'other' } }
  await desk.succeed('update_chat_properties', { ...chat, properties })
  await desk.succeed('update_chat_thread_properties', { ...chat, thread_id: threadId, properties })
  await desk.succeed('close_thread', chat)
  return { chatId }
}

forEachStorage('payloads of webhooks', (storage) => {
  const suite = useEngine(storage)
  const outbox = useOutbox(suite)

  for (const [version, agentVersion] of [
    ['v0.3', 'v0.3'],
    ['v0.4', 'v0.4'],
    ['v0.5', 'v0.4'],
  ] as const) {
    test(`a webhook of ${version} contains what agents are pushed in ${agentVersion}, and the thread of an event`, async () => {
      const world = await suite.world()
      const rules = Object.fromEntries(older.map((action) => [action, { action, version }]))
      const sent = await outbox.register(world, rules)
      const [ada, bob] = [await world.agent('ada'), await world.agent('bob')]
      const desk = await ada.connect(agentVersion)
      await converse(await world.customer(), ada, bob)
      const pushes = await desk.pushes()
      const threadId = textAt(
        pushes.find(({ action }) => action === 'incoming_chat_thread'),
        'payload.chat.thread.id',
      )
      for (const action of older) {
        const pushed = pushes.filter((push) => push.action === action)
        const expected = pushed.map(({ payload }: Frame) => {
          return { action, data: action === 'incoming_event' ? withThread(payload, threadId) : payload }
        })
        assert.ok(expected.length > 0, action)
        assert.deepEqual(await sent(action), JSON.parse(JSON.stringify(expected)), action)
      }
    })
  }

  test('a webhook of a postback contains what customers are pushed in v0.5', async () => {
    const world = await suite.world()
    const rules = {
      newest: { action: 'incoming_rich_message_postback' },
      older: { action: 'incoming_rich_message_postback', version: 'v0.4' },
    } as const
    const sent = await outbox.register(world, rules)
    const customer = await world.customer()
    const phone = await customer.connect()
    await converse(customer, await world.agent('ada'), await world.agent('bob'))
    const data = await phone.push('incoming_rich_message_postback')
    assert.equal(at(data, 'postback.toggled'), true)
    const expected = [{ action: 'incoming_rich_message_postback', data }]
    assert.deepEqual([await sent('newest'), await sent('older')], [expected, expected])
  })

  test('additional_data contains the chat properties after the change, as agents read them', async () => {
    const world = await suite.world()
    const rules = Object.fromEntries(
      older.map((action) => [action, { action, additionalData: ['chat_properties'] } as const]),
    )
    const sent = await outbox.register(world, rules)
    await converse(await world.customer(), await world.agent('ada'), await world.agent('bob'))
    const shown = (value: string) => ({ chat_properties: { test: { string_property: { value } } } })
    for (const [action, value] of [
      ['incoming_chat_thread', 'yes'],
      ['chat_scopes_updated', 'yes'],
      ['chat_properties_updated', 'other'],
      ['thread_closed', 'other'],
    ] as const) {
      const [delivery] = await sent(action)
      assert.deepEqual(at(delivery, 'additional_data'), shown(value), action)
    }
  })

  test('a webhook contains no properties that agents may not read', async () => {
    const world = await suite.world()
    const customer = { customer: { read: true, write: true } }
    const locations = { chat: customer, thread: customer }
    const hidden = { licenseId: world.licenseId, namespace: 'own', name: 'secret' }
    await suite.engine.parley.admin.properties.createOrReplace({ ...hidden, type: 'string', locations })
    const sent = await outbox.register(world, {
      chat: { action: 'chat_properties_updated' },
      thread: { action: 'chat_thread_properties_updated' },
      event: { action: 'incoming_event', additionalData: ['chat_properties'] },
    })
    const casey = await world.customer()
    const { chatId, threadId } = await startChat(casey)
    const place = { chat_id: chatId, properties: { own: { secret: 'x' } } }
    await casey.web().succeed('update_chat_properties', place)
    await casey.web().succeed('update_chat_thread_properties', { ...place, thread_id: threadId })
    const event = { type: 'message', text: 'Hello' }
    await casey.web().succeed('send_event', { chat_id: chatId, event })
    assert.deepEqual([await sent('chat'), await sent('thread')], [[], []])
    const [delivery] = await sent('event')
    assert.deepEqual(at(delivery, 'additional_data'), { chat_properties: {} })
  })
})

function withThread(payload: unknown, threadId: string): object {
  return { chat_id: at(payload, 'chat_id'), thread_id: threadId, event: at(payload, 'event') }
}
