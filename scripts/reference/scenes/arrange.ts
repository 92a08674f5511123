import { textAt } from '../../../test/support/json.js'
import type { Stage } from '../stage.js'
import type { Cast } from './cast.js'

/** Registers properties for the app. */
export async function configure(stage: Stage, { ada }: Cast): Promise<void> {
  const everybody = { agent: { read: true, write: true }, customer: { read: true, write: false } }
  await stage.configure(ada, 'properties/create_properties', {
    rating: {
      type: 'int',
      description: 'How content the customer was',
      locations: { thread: { access: everybody } },
      range: { from: 1, to: 5 },
    },
  })
  await stage.configure(ada, 'properties/get_property_configs', { all: false })
}

/** Creates a bot, calls the actions for bots, and deletes it again. */
export async function employ(stage: Stage, { ada }: Cast): Promise<void> {
  const webhooks = {
    url: 'https://shop.example/bot',
    secret_key: 'a secret of both',
    actions: [
      { name: 'incoming_chat_thread', additional_data: ['chat_properties'] },
      { name: 'incoming_event', filters: { author_type: 'customer' } },
    ],
  }
  const created = await stage.configure(ada, 'agents/create_bot_agent', {
    ...{ name: 'Boots', status: 'not accepting chats', max_chats_count: 20 },
    ...{ groups: [{ id: 0, priority: 'first' }], webhooks },
  })
  const id = textAt(created, 'bot_agent_id')
  await stage.configure(ada, 'agents/update_bot_agent', { id, avatar: 'https://shop.example/boots.png' })
  await stage.configure(ada, 'agents/get_bot_agents', { all: false })
  await stage.configure(ada, 'agents/get_bot_agent_details', { bot_agent_id: id })
  await stage.configure(ada, 'agents/remove_bot_agent', { bot_agent_id: id })
}

/** Registers a webhook, calls the actions for webhooks, and removes it again. */
export async function subscribe(stage: Stage, { ada }: Cast): Promise<void> {
  const registered = await stage.configure(ada, 'webhooks/register_webhook', {
    ...{ url: 'https://shop.example/hooks', description: 'Answers of customers', action: 'incoming_event' },
    secret_key: 'a secret of both',
    filters: {
      chat_properties: { test: { string_property: { values: ['green'] } } },
      chat_member_ids: { agents_any: ['ada@example.com', 'grace@example.com'] },
      author_type: 'customer',
    },
    additional_data: ['chat_properties'],
  })
  await stage.configure(ada, 'webhooks/get_webhooks_config', {})
  const webhook_id = textAt(registered, 'webhook_id')
  await stage.configure(ada, 'webhooks/unregister_webhook', { webhook_id })
}

/** Changes properties and scopes of the chat and of future chats, and registers a device for Ada. */
export async function arrange(stage: Stage, { casey, ada }: Cast, chat_id: string): Promise<void> {
  const summary = await stage.call(casey, 'get_chat_threads_summary', { chat_id })
  const thread_id = textAt(summary, 'threads_summary.0.id')
  const wish = { test: { string_property: 'green' } }
  await stage.call(casey, 'update_chat_properties', { chat_id, properties: wish })
  await stage.call(casey, 'update_chat_thread_properties', { chat_id, thread_id, properties: wish })
  const count = { test: { int_property: 2 } }
  await stage.call(ada, 'update_chat_properties', { chat_id, properties: count })
  await stage.call(ada, 'update_chat_thread_properties', { chat_id, thread_id, properties: count })
  await stage.call(casey, 'update_chat_scopes', { chat_id, add_scopes: { groups: [0] } })
  await stage.call(ada, 'update_chat_scopes', { chat_id, add_scopes: { groups: [1] } })
  const grace = { agents: ['grace@example.com'] }
  await stage.call(ada, 'update_chat_scopes', { chat_id, remove_scopes: grace }, 'v0.3')
  const rules = {
    chat_properties: { test: { string_property: { values: ['green'] } } },
    customer_url: { values: [{ value: 'https://shop.example/' }] },
  }
  const added = await stage.call(ada, 'add_auto_chat_scopes', {
    ...{ scopes: { groups: [1] }, rules, description: 'Who wants something green' },
  })
  await stage.call(ada, 'get_auto_chat_scopes_config', {})
  const auto_chat_scopes_id = textAt(added, 'auto_chat_scopes_id')
  await stage.call(ada, 'remove_auto_chat_scopes', { auto_chat_scopes_id })
  const device = { push_service_token: 'f3a9c1', platform: 'android' }
  await stage.call(ada, 'change_push_notifications', { ...device, enabled: true })
}
