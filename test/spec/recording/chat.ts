import type { Transport } from '../../support/caller.js'
import { png } from '../../support/images.js'
import { textAt } from '../../support/json.js'
import type { World } from '../../support/world.js'
import {
  annotation,
  fileEvent,
  hasRichMessages,
  message,
  otherProperties,
  plainEvents,
  properties,
  richMessage,
} from './events.js'
import { Actor, type RecordedPayload } from './recorder.js'

export interface Versions {
  readonly customer: string
  readonly agent: string
}

/** The users, and the chat that they are in. */
interface Cast {
  readonly customer: Actor
  readonly agent: Actor
  /** An agent who receives pushes about what the other agent does. */
  readonly colleague: Actor
  readonly chatId: string
  readonly threadId: string
}

const customerDetails = {
  name: 'Kim',
  email: 'kim@example.com',
  fields: { plan: 'gold' },
  monitoring: {
    page: { url: 'https://shop.example/', title: 'Shop', referrer: 'https://search.example/' },
    timezone: 'Europe/Warsaw',
  },
}
/** Every type of filter, each for another property. */
const everyFilter = {
  bool_property: { exists: false },
  int_property: { values: [7] },
  string_property: { exclude_values: ['a'] },
}
const agentDetails = {
  reconnect: false,
  push_notifications: { push_service_token: 'device', platform: 'ios' },
  application: { name: 'Desk', version: '1.0' },
}

/** Plays a chat that uses every action in one version of each API, over one transport. */
export async function playChat(
  world: World,
  transport: Transport,
  versions: Versions,
): Promise<readonly RecordedPayload[]> {
  const cast = await createCast(world, transport, versions)
  await talk(cast)
  await show(cast)
  await change(cast)
  await reach(cast)
  await moveOn(cast)
  await manage(world, cast)
  const dismissed = await dismiss(world, cast, transport)
  const agentAgain = await Actor.enter(cast.agent.person, { version: versions.agent, transport })
  await read(cast)
  const actors = [cast.customer, cast.agent, cast.colleague, ...dismissed, agentAgain]
  return (await Promise.all(actors.map((actor) => actor.leave()))).flat()
}

async function createCast(world: World, transport: Transport, versions: Versions): Promise<Cast> {
  const customer = await Actor.enter(await world.customer({}), {
    ...{ version: versions.customer, transport, login: { customer: customerDetails } },
  })
  const ada = await world.agent('ada', { email: 'ada@example.com', avatar: 'https://example.com/ada.png' })
  const agent = await Actor.enter(ada, { version: versions.agent, transport, login: agentDetails })
  const colleague = await Actor.enter(await world.agent('bob'), { version: versions.agent, transport })
  const thread = { events: [message], properties }
  const started = await customer.call('start_chat', { chat: { scopes: { groups: [0] }, properties, thread } })
  const cast = { customer, agent, colleague, chatId: textAt(started, 'chat.id') }
  await agent.call('join_chat', { chat_id: cast.chatId, agent_ids: [agent.id] })
  return { ...cast, threadId: textAt(started, 'chat.thread.id') }
}

/** Sends events of each type from both sides, and a sneak peek, typing indicators and seen timestamps. */
async function talk({ customer, agent, chatId: chat_id }: Cast): Promise<void> {
  for (const actor of [customer, agent]) {
    const rich = hasRichMessages(actor.person.api, actor.version) ? [richMessage] : []
    for (const event of [...plainEvents, ...rich]) await actor.call('send_event', { chat_id, event })
  }
  const note = { ...message, text: 'Note', recipients: 'agents' }
  await agent.call('send_event', { chat_id, event: note })
  await customer.call('send_sneak_peek', { chat_id, sneak_peek_text: 'Hel' })
  await agent.call('send_typing_indicator', { chat_id, recipients: 'all', is_typing: true })
  await agent.call('send_typing_indicator', { chat_id, recipients: 'agents', is_typing: false })
  await customer.call('update_last_seen_timestamp', customer.version === 'v0.3' ? {} : { chat_id })
  await agent.call('update_last_seen_timestamp', { chat_id })
}

/** Changes scopes and properties, from both sides. */
async function change({ customer, agent, chatId: chat_id, threadId: thread_id }: Cast): Promise<void> {
  await customer.call('update_chat_scopes', { chat_id, add_scopes: { groups: [1, 2] } })
  await agent.call('update_chat_scopes', { chat_id, remove_scopes: { groups: [1] } })
  for (const actor of [customer, agent]) {
    const update = { chat_id, properties: otherProperties(actor.id) }
    await actor.call('update_chat_properties', update)
    await actor.call('update_chat_thread_properties', { ...update, thread_id })
  }
}

/** Sends a file as the customer and an image as the agent. */
async function show({ customer, agent, chatId: chat_id }: Cast): Promise<void> {
  const file = { bytes: png(3, 2), name: 'a.png' }
  await customer.upload('send_file', [
    ['payload.chat_id', chat_id],
    ['payload.custom_id', message.custom_id],
    ['payload.file', file],
  ])
  if (agent.version === 'v0.4') {
    await agent.upload('send_file', [
      ['payload.chat_id', chat_id],
      ['payload.custom_id', message.custom_id],
      ['payload.recipients', 'all'],
      ['payload.file', file],
    ])
  }
  const image = await agent.upload('upload_image', [['payload.image', file]])
  await agent.call('send_event', { chat_id, event: { ...fileEvent, path: textAt(image, 'path') } })
}

/** Uses the actions of some versions only: presses the button of a rich message, and sends a multicast. */
async function reach({ customer, agent, chatId: chat_id }: Cast): Promise<void> {
  if (hasRichMessages('customer', customer.version)) {
    const sent = await customer.call('send_event', { chat_id, event: richMessage })
    const ids = { chat_id, thread_id: textAt(sent, 'thread_id'), event_id: textAt(sent, 'event.id') }
    await customer.call('send_rich_message_postback', { ...ids, postback: { id: 'yes', toggled: true } })
  }
  const content = { news: [1] }
  if (agent.version === 'v0.3') {
    await agent.call('send_broadcast', { scopes: { agents: [agent.id], groups: [0] }, content })
  } else {
    const agents = { all: true, ids: [agent.id], groups: [0] }
    await agent.call('multicast', { scopes: { agents, customers: { ids: [customer.id] } }, content })
  }
}

/** Closes the thread. The next event opens another one. */
async function moveOn({ customer, agent, chatId: chat_id, threadId: thread_id }: Cast): Promise<void> {
  await customer.call('close_thread', { chat_id, thread_id })
  await customer.call('send_event', { chat_id, event: annotation })
  await customer.call('send_event', { chat_id, event: message })
  await agent.call('close_thread', { chat_id })
  await agent.call('send_event', { chat_id, event: message })
  const page = { url: 'https://shop.example/cart', title: 'Cart' }
  await customer.call('update_customer', {
    ...{ name: 'Lee', email: 'lee@example.com', fields: { seat: '1' } },
    monitoring: { page, timezone: 'UTC' },
  })
  await agent.call('update_agent', { agent_id: agent.id, routing_status: 'not_accepting_chats' })
}

/** Adds and removes agents, one of whom was never logged in. */
async function manage(world: World, { agent, colleague, chatId: chat_id }: Cast): Promise<void> {
  await agent.call('join_chat', { chat_id, agent_ids: [colleague.id, (await world.agent('eve')).id] })
  await colleague.call('remove_from_chat', { chat_id, agent_ids: [colleague.id] })
  const thread = { events: [message], properties }
  await agent.call('start_chat', { chat: { properties, thread } })
  for (const urlFilter of ['values', 'exclude_values']) {
    const customer_url = { [urlFilter]: [{ value: 'https://shop.example/', exact_match: false }] }
    const rules = { chat_properties: { test: everyFilter }, customer_url }
    const auto = { scopes: { groups: [1] }, rules, description: 'Others' }
    const added = await agent.call('add_auto_chat_scopes', auto)
    await agent.call('get_auto_chat_scopes_config')
    const auto_chat_scopes_id = textAt(added, 'auto_chat_scopes_id')
    await agent.call('remove_auto_chat_scopes', { auto_chat_scopes_id })
  }
  const device = { push_service_token: 'other device', platform: 'android', enabled: true }
  await agent.call('change_push_notifications', device)
}

/** Bans a customer and deletes an agent. Both are disconnected. */
async function dismiss(
  world: World,
  { customer, agent }: Cast,
  transport: Transport,
): Promise<readonly Actor[]> {
  const troll = await Actor.enter(await world.customer(), { version: customer.version, transport })
  await agent.call('ban_customer', { customer_id: troll.id, ban: { days: 1 } })
  const leaver = await Actor.enter(await world.agent('gil'), { version: agent.version, transport })
  await world.engine.parley.admin.agents.delete(leaver.id)
  await Promise.all([troll.end(), leaver.end()])
  return [troll, leaver]
}

async function read({ customer, agent, chatId: chat_id, threadId }: Cast): Promise<void> {
  const thread_ids = [threadId]
  await customer.call('get_chats_summary', { offset: 0, limit: 25 })
  await customer.call('get_chat_threads_summary', { chat_id, offset: 0, limit: 100 })
  await customer.call('get_chat_threads', { chat_id, thread_ids })
  await agent.call('get_filtered_chats', { filters: { include_active: true } })
  await agent.call('get_archives', { pagination: { page: 1, limit: 25 } })
  await agent.call('get_chat_threads', { chat_id, thread_ids })
  await agent.call('get_chat_threads', { chat_id })
}
