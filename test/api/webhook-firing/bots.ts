import assert from 'node:assert/strict'
import { webhookActions } from '../../../packages/core/src/contract/webhook-actions.js'
import { test } from '../../support/cells.js'
import { say, startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { useOutbox } from '../../support/outbox.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const update = 'agents/update_bot_agent'
const webhooks = {
  ...{ url: 'https://hooks.example/', secret_key: 'secret' },
  actions: Object.keys(webhookActions).map((name) => ({ name })),
}

async function createBot(owner: Person, fields: object = {}): Promise<string> {
  const bot = { name: 'Botty', status: 'not accepting chats', webhooks, ...fields }
  return textAt(await owner.configuration().succeed('agents/create_bot_agent', bot), 'bot_agent_id')
}

forEachStorage('webhooks of a bot', (storage) => {
  const suite = useEngine(storage)
  const outbox = useOutbox(suite)
  const setUp = async () => {
    const world = await suite.world()
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    return { world, ada, customer }
  }
  const actionsOf = async (id: string) => (await outbox.ofBot(id)).map((delivery) => at(delivery, 'action'))

  test('a bot receives the webhooks of every chat of the license, as a member or not', async () => {
    const { ada, customer } = await setUp()
    const id = await createBot(ada)
    const { chatId, threadId } = await startChat(customer)
    await say(customer, chatId, 'before')
    const chat = { chat_id: chatId }
    await ada.web().succeed('join_chat', { ...chat, agent_ids: [id] })
    await say(customer, chatId, 'while it is there')
    await ada.web().succeed('remove_from_chat', { ...chat, agent_ids: [id] })
    await say(customer, chatId, 'after')
    const [shown, before, joined, during, left, unassigned, after, ...others] = await outbox.ofBot(id)
    assert.deepEqual(others, [])
    assert.equal(at(shown, 'data.chat.thread.id'), threadId)
    assert.deepEqual(
      [before, during, after].map((delivery) => at(delivery, 'data.event.text')),
      ['before', 'while it is there', 'after'],
    )
    assert.equal(at(joined, 'data.updated_users.agents.added.0.id'), id)
    assert.deepEqual(at(left, 'data.updated_users.agents.removed_ids'), [id])
    assert.equal(at(unassigned, 'data.event.system_message_type'), 'routing.unassigned')
  })

  for (const [filter, received] of [
    ['agents', ['while it is there']],
    ['agents_any', ['while it is there']],
    ['agents_exclude', ['before', 'after']],
  ] as const) {
    test(`chat_member_ids.${filter} filters the webhooks of a bot`, async () => {
      const { ada, customer } = await setUp()
      const id = await createBot(ada, { webhooks: undefined })
      const filters = { author_type: 'customer', chat_member_ids: { [filter]: [id] } }
      const actions = [{ name: 'incoming_event', filters }]
      await ada.configuration().succeed(update, { id, webhooks: { ...webhooks, actions } })
      const { chatId } = await startChat(customer)
      const chat = { chat_id: chatId }
      await say(customer, chatId, 'before')
      await ada.web().succeed('join_chat', { ...chat, agent_ids: [id] })
      await say(customer, chatId, 'while it is there')
      await ada.web().succeed('remove_from_chat', { ...chat, agent_ids: [id] })
      await say(customer, chatId, 'after')
      const texts = (await outbox.ofBot(id)).map((delivery) => at(delivery, 'data.event.text'))
      assert.deepEqual(texts, received)
    })
  }

  test('a bot receives the chat that it starts once, and then its events', async () => {
    const { world, ada } = await setUp()
    const id = await createBot(ada)
    const { clientId, engine } = world
    const { chat } = await engine.parley.as({ agentId: id, clientId }).startChat({})
    await say(ada, chat.id, 'Hello')
    const actions = ['incoming_chat_thread', 'chat_users_updated', 'incoming_event']
    assert.deepEqual(await actionsOf(id), actions)
  })

  test('a bot receives the same webhooks as the license, not the chats that are pushed to an agent again', async () => {
    const { world, ada, customer } = await setUp()
    const sent = await outbox.register(world, { any: { action: 'incoming_chat_thread' } })
    const [first, second] = [await createBot(ada), await createBot(ada)]
    await outbox.ofBot(first)
    const { chatId } = await startChat(customer)
    for (const id of [first, second]) {
      await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [id] })
    }
    const actions = ['incoming_chat_thread', 'chat_users_updated', 'chat_users_updated']
    assert.deepEqual([await actionsOf(first), await actionsOf(second)], [actions, actions])
    assert.equal((await sent('any')).length, 1)
  })

  test('a bot receives the status changes and deletions of every agent, as the license does', async () => {
    const { world, ada } = await setUp()
    const sent = await outbox.register(world, {
      status: { action: 'agent_status_changed' },
      end: { action: 'agent_deleted' },
    })
    const id = await createBot(ada)
    const bob = await world.agent('bob')
    const desk = await bob.connect()
    await desk.succeed('update_agent', { routing_status: 'not_accepting_chats' })
    const web = ada.configuration()
    for (const status of ['accepting chats', 'accepting chats', 'not accepting chats']) {
      await web.succeed(update, { id, status })
    }
    await suite.engine.parley.admin.agents.delete(bob.id)
    const deliveries = await outbox.ofBot(id)
    const dataOf = (action: string) =>
      deliveries
        .filter((delivery) => at(delivery, 'action') === action)
        .map((delivery) => at(delivery, 'data'))
    const agentAndStatus = (data: unknown) => [at(data, 'agent_id'), at(data, 'status')]
    assert.deepEqual(dataOf('agent_deleted'), [{ agent_id: bob.id }])
    assert.deepEqual(dataOf('agent_status_changed').map(agentAndStatus).slice(-2), [
      [id, 'accepting chats'],
      [id, 'not accepting chats'],
    ])
    const ofLicense = [...(await sent('status')), ...(await sent('end'))]
    assert.ok(ofLicense.length >= deliveries.length)
    await web.succeed('agents/remove_bot_agent', { bot_agent_id: id })
    assert.deepEqual(await outbox.ofBot(id), [{ action: 'agent_deleted', data: { agent_id: id } }])
  })

  for (const [who, end] of [
    ['the API', (ada: Person, id: string) => removeBot(ada, id)],
    ['the host', (ada: Person, id: string) => ada.world.engine.parley.admin.agents.delete(id)],
  ] as const) {
    test(`a bot receives its own removal from a chat by ${who}, and then nothing`, async () => {
      const { ada, customer } = await setUp()
      const id = await createBot(ada)
      const { chatId } = await startChat(customer)
      await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [id] })
      await outbox.ofBot(id)
      await end(ada, id)
      await say(customer, chatId, 'Anybody?')
      const expected = ['agent_deleted', 'chat_users_updated', 'incoming_event']
      assert.deepEqual((await actionsOf(id)).sort(), expected)
    })
  }

  test('a bot receives no webhooks once its app is removed', async () => {
    const { world, ada, customer } = await setUp()
    const { parley } = suite.engine
    const { clientId } = await parley.admin.apps.create({
      ...{ licenseId: world.licenseId, name: 'Other', type: 'server', visibility: 'private' },
      ...{ redirectUris: [], scopes: [] },
    })
    const host = parley.as({ agentId: ada.id, clientId })
    const { bot_agent_id: id } = await host.createBotAgent({
      ...{ name: 'Botty', status: 'not accepting chats' },
      webhooks: { ...webhooks, actions: [{ name: 'incoming_event' }, { name: 'incoming_chat_thread' }] },
    })
    const { chatId } = await startChat(customer)
    await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [id] })
    await ada.web().succeed('close_thread', { chat_id: chatId })
    await outbox.ofBot(id)
    await parley.admin.apps.delete(clientId)
    await say(customer, chatId, 'For nobody else')
    await say(customer, chatId, 'Nor this')
    assert.deepEqual(await actionsOf(id), [])
  })

  test('changed webhooks of a bot apply immediately, and fire once however many rules match', async () => {
    const { ada, customer } = await setUp()
    const id = await createBot(ada)
    const { chatId } = await startChat(customer)
    await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [id] })
    await outbox.ofBot(id)
    const event = { name: 'incoming_event' }
    const byAgents = { ...event, filters: { author_type: 'agent' } }
    const byCustomers = { ...event, filters: { author_type: 'customer' } }
    const inputWith = (actions: readonly object[]) => {
      return ada.configuration().succeed(update, { id, webhooks: { ...webhooks, actions } })
    }
    await inputWith([byAgents])
    await say(customer, chatId, 'not received')
    assert.deepEqual(await outbox.ofBot(id), [])
    await inputWith([byAgents, byCustomers, event])
    await say(customer, chatId, 'received')
    const texts = (await outbox.ofBot(id)).map((delivery) => at(delivery, 'data.event.text'))
    assert.deepEqual(texts, ['received'])
    await ada.configuration().succeed(update, { id, name: 'Other' })
    await say(customer, chatId, 'still received')
    assert.equal((await outbox.ofBot(id)).length, 1)
  })

  test('the webhooks of a bot show chats in the API version in which they were set', async () => {
    const { ada, customer } = await setUp()
    const bot = { name: 'Older', status: 'offline' }
    const actions = [{ name: 'incoming_event' }]
    const web = ada.configuration('v0.3')
    const created = await web.succeed('agents/create_bot_agent', {
      ...{ ...bot, webhooks: { ...webhooks, actions } },
    })
    const id = textAt(created, 'bot_agent_id')
    const { chatId } = await startChat(customer)
    await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [id] })
    const rich = { type: 'rich_message', template_id: 'cards', elements: [{ title: 'New' }] }
    await ada.web().succeed('send_event', { chat_id: chatId, event: rich })
    await say(ada, chatId, 'Hello')
    const texts = (await outbox.ofBot(id)).map((delivery) => at(delivery, 'data.event.type'))
    assert.deepEqual(texts, ['message'])
  })
})

forEachStorage('webhooks of a bot for its own chats', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })
  const outbox = useOutbox(suite)

  test('a bot receives the thread that it is assigned, and then its events', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const id = await createBot(ada, { webhooks: undefined })
    const filters = { chat_member_ids: { agents: [id] } }
    const names = ['incoming_chat_thread', 'chat_users_updated', 'incoming_event']
    const own = { ...webhooks, actions: names.map((name) => ({ name, filters })) }
    await ada.configuration().succeed(update, { id, webhooks: own, status: 'accepting chats' })
    const { threadId } = await startChat(await world.customer())
    const deliveries: unknown[] = []
    await eventually(async () => {
      deliveries.push(...(await outbox.ofBot(id)))
      assert.equal(deliveries.length, 3)
    })
    assert.deepEqual(
      deliveries.map((delivery) => at(delivery, 'action')),
      names,
    )
    assert.equal(at(deliveries[0], 'data.chat.thread.id'), threadId)
  })
})

forEachStorage('webhooks of a bot that is given chats', (storage) => {
  const suite = useEngine(storage, { routing: { mode: 'automatic' } })
  const outbox = useOutbox(suite)

  test('a bot that is assigned a thread gets one delivery of the thread and one of the assignment', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const sent = await outbox.register(world, { any: { action: 'incoming_chat_thread' } })
    const id = await createBot(ada, { status: 'accepting chats' })
    const { threadId } = await startChat(await world.customer())
    const deliveries: unknown[] = []
    await eventually(async () => {
      deliveries.push(...(await outbox.ofBot(id)))
      assert.equal(deliveries.length, 3)
    })
    const actions = deliveries.map((delivery) => at(delivery, 'action'))
    assert.deepEqual(actions, ['incoming_chat_thread', 'chat_users_updated', 'incoming_event'])
    assert.equal(at(deliveries[0], 'data.chat.thread.id'), threadId)
    assert.equal((await sent('any')).length, 1)
  })

  test('a bot that was already a member does not receive the thread again when it is assigned', async () => {
    const world = await suite.world()
    const [ada, customer] = [await world.agent('ada'), await world.customer()]
    const id = await createBot(ada, { status: 'offline' })
    const { chatId } = await startChat(customer)
    await ada.web().succeed('join_chat', { chat_id: chatId, agent_ids: [id] })
    await ada.web().succeed('close_thread', { chat_id: chatId })
    await say(customer, chatId, 'Once more')
    await outbox.ofBot(id)
    await ada.configuration().succeed(update, { id, status: 'accepting chats' })
    const deliveries: unknown[] = []
    await eventually(async () => {
      deliveries.push(...(await outbox.ofBot(id)).map((delivery) => at(delivery, 'action')))
      assert.deepEqual(deliveries, ['agent_status_changed', 'incoming_event'])
    })
  })
})

function removeBot(ada: Person, id: string) {
  return ada.configuration().succeed('agents/remove_bot_agent', { bot_agent_id: id })
}
