import { someId, someSeconds } from './json.js'
import { type Frame, pushFrame } from './rtm-client.js'
import { hello, someUser } from './samples.js'
import type { Scene } from './scene.js'

/** An HTTP call of the customer or the agent, and the pushes that each of them receives because of it. */
export interface ActionPushes {
  readonly action: string
  readonly by: 'customer' | 'agent'
  readonly payload: (scene: Scene) => object
  readonly toCustomer: (scene: Scene) => readonly Frame[]
  readonly toAgent: (scene: Scene) => readonly Frame[]
}

const none = () => []
const message = { id: someId, order: 1, timestamp: someSeconds, ...hello }
const both = (frame: (scene: Scene) => readonly Frame[]) => ({ toCustomer: frame, toAgent: frame })
const properties = { test: { string_property: 'green' } }
const shown = { test: { string_property: { value: 'green' } } }

export const actionPushes: readonly ActionPushes[] = [
  {
    ...{ action: 'send_event', by: 'customer', payload: ({ chatId }) => ({ chat_id: chatId, event: hello }) },
    toCustomer: ({ chatId, threadId, customer }) => {
      const event = { ...message, author_id: customer.id }
      return [pushFrame('incoming_event', { chat_id: chatId, thread_id: threadId, event })]
    },
    toAgent: ({ chatId, customer }) => {
      const event = { ...message, author_id: customer.id, recipients: 'all' }
      return [pushFrame('incoming_event', { chat_id: chatId, event })]
    },
  },
  {
    ...{ action: 'send_typing_indicator', by: 'agent' },
    payload: ({ chatId }) => ({ chat_id: chatId, is_typing: true }),
    toCustomer: ({ chatId, ada }) => {
      const typing_indicator = { author_id: ada.id, timestamp: someSeconds, is_typing: true }
      return [pushFrame('incoming_typing_indicator', { chat_id: chatId, typing_indicator })]
    },
    toAgent: none,
  },
  {
    ...{ action: 'send_sneak_peek', by: 'customer', toCustomer: none },
    payload: ({ chatId }) => ({ chat_id: chatId, sneak_peek_text: 'Hel' }),
    toAgent: ({ chatId, customer }) => {
      const sneak_peek = { author_id: customer.id, timestamp: someSeconds, text: 'Hel', recipients: 'agents' }
      return [pushFrame('incoming_sneak_peek', { chat_id: chatId, sneak_peek })]
    },
  },
  {
    ...{ action: 'update_chat_properties', by: 'agent' },
    payload: ({ chatId }) => ({ chat_id: chatId, properties }),
    ...both(({ chatId }) => [pushFrame('chat_properties_updated', { chat_id: chatId, properties: shown })]),
  },
  {
    ...{ action: 'update_chat_thread_properties', by: 'agent' },
    payload: ({ chatId, threadId }) => ({ chat_id: chatId, thread_id: threadId, properties }),
    ...both(({ chatId, threadId }) => [
      pushFrame('chat_thread_properties_updated', {
        chat_id: chatId,
        thread_id: threadId,
        properties: shown,
      }),
    ]),
  },
  {
    ...{ action: 'update_chat_scopes', by: 'agent' },
    payload: ({ chatId }) => ({ chat_id: chatId, add_scopes: { groups: [0] } }),
    ...both(({ chatId }) => [
      pushFrame('chat_scopes_updated', {
        ...{ chat_id: chatId, scopes_added: { groups: [0] }, scopes_removed: { groups: [] } },
      }),
    ]),
  },
  {
    ...{
      action: 'update_last_seen_timestamp',
      by: 'customer',
      payload: ({ chatId }) => ({ chat_id: chatId }),
    },
    ...both(({ chatId, customer }) => [
      pushFrame('last_seen_timestamp_updated', {
        user_id: customer.id,
        chat_id: chatId,
        timestamp: someSeconds,
      }),
    ]),
  },
  {
    ...{ action: 'update_customer', by: 'customer', payload: () => ({ name: 'Kim' }) },
    ...both(({ chatId }) => [pushFrame('customer_updated', { chat_id: chatId, customer: someUser })]),
  },
  {
    ...{
      action: 'join_chat',
      by: 'agent',
      payload: ({ chatId, ada }) => ({ chat_id: chatId, agent_ids: [ada.id] }),
    },
    toCustomer: ({ chatId, ada }) => {
      const agent = { id: ada.id, type: 'agent', name: 'Ada', present: true }
      return [
        pushFrame('chat_users_updated', {
          chat_id: chatId,
          updated_users: { added: [agent], removed_ids: [] },
        }),
      ]
    },
    toAgent: ({ chatId, ada }) => {
      const agent = { id: ada.id, type: 'agent', name: 'Ada', email: ada.id, present: true }
      const seen = { ...agent, routing_status: 'not_accepting_chats' }
      const agents = { added: [seen], removed_ids: [] }
      const updated_users = { customers: { added: [], removed_ids: [] }, agents }
      return [pushFrame('chat_users_updated', { chat_id: chatId, updated_users })]
    },
  },
  {
    ...{ action: 'multicast', by: 'agent' },
    payload: ({ ada, customer }) => ({
      ...{ scopes: { agents: { ids: [ada.id] }, customers: { ids: [customer.id] } }, content: { news: 1 } },
    }),
    ...both(({ ada }) => [pushFrame('incoming_multicast', { author_id: ada.id, content: { news: 1 } })]),
  },
]
