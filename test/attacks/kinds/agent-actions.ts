import { actionFlood, alternatingFlood, rtmFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Kinds, times, together } from '../attack.js'
import { callFrame } from '../bytes.js'
import { loggedIn } from '../lines.js'
import { manyGroups } from '../payloads.js'
import { asAgent, asApp, asOlderAgent } from '../people.js'
import { always, comeAndGo } from '../strategies.js'
import { chatChanges, chatPayload, messagePayload } from './chat-changes.js'

const threads = (arena: Arena) => ({ ...chatPayload(arena), thread_ids: arena.people.customer.threadIds })
const device = { push_service_token: 'x'.repeat(512), platform: 'android' }
const ownAgentPayload = (arena: Arena) => ({ ...chatPayload(arena), agent_ids: [arena.people.agentId] })

/** Attacks that call each action of the Agent API as often as possible. */
export const agentActions: Kinds = {
  'agent login': { attack: times(8, comeAndGo(loggedIn(({ people }) => asAgent(people)))) },
  'agent ping': {
    attack: rtmFlood(
      asAgent,
      always(() => callFrame('ping', {})),
    ),
  },
  'agent get_filtered_chats': { attack: actionFlood(asAgent, 'get_filtered_chats', () => ({})) },
  'agent get_filtered_chats by waiting': {
    attack: actionFlood(asAgent, 'get_filtered_chats', () => ({ sort_order: 'waiting' })),
  },
  'agent get_archives': { attack: actionFlood(asAgent, 'get_archives', () => ({ filters: { query: 'x' } })) },
  'agent get_chat_threads': { attack: actionFlood(asAgent, 'get_chat_threads', threads) },
  'agent start_chat': { attack: actionFlood(asAgent, 'start_chat', () => ({})) },
  'agent join_chat': {
    attack: alternatingFlood(
      asAgent,
      { action: 'join_chat', payload: ownAgentPayload },
      { action: 'remove_from_chat', payload: ownAgentPayload },
    ),
  },
  'agent remove_from_chat': { attack: actionFlood(asAgent, 'remove_from_chat', chatPayload) },
  'agent send_event': { attack: actionFlood(asAgent, 'send_event', messagePayload) },
  'agent send_typing_indicator': {
    attack: actionFlood(asAgent, 'send_typing_indicator', (arena) => ({
      ...chatPayload(arena),
      is_typing: true,
    })),
  },
  'agent multicast': {
    attack: actionFlood(asAgent, 'multicast', () => ({
      scopes: { agents: { all: true } },
      content: 'x'.repeat(16_000),
    })),
  },
  'agent send_broadcast': {
    attack: actionFlood(asOlderAgent, 'send_broadcast', () => ({ scopes: { groups: [0] }, content: 1 })),
  },
  ...chatChanges('agent', asAgent),
  'agent update_agent': {
    attack: together(
      actionFlood(asAgent, 'update_agent', () => ({ routing_status: 'accepting_chats' })),
      actionFlood(asAgent, 'update_agent', () => ({ routing_status: 'not_accepting_chats' })),
    ),
  },
  'agent ban_customer': {
    attack: actionFlood(asAgent, 'ban_customer', ({ people }) => {
      return { customer_id: people.customerId, ban: { days: 3_650 } }
    }),
  },
  'agent add_auto_chat_scopes': {
    attack: actionFlood(asAgent, 'add_auto_chat_scopes', () => ({
      scopes: manyGroups,
      rules: { chat_properties: { test: { string_property: { values: ['x'.repeat(4_000)] } } } },
    })),
  },
  'agent get_auto_chat_scopes_config': {
    attack: actionFlood(asAgent, 'get_auto_chat_scopes_config', () => ({})),
  },
  'agent remove_auto_chat_scopes': {
    attack: actionFlood(asAgent, 'remove_auto_chat_scopes', () => ({ auto_chat_scopes_id: 'x' })),
  },
  'agent change_push_notifications': {
    attack: together(
      actionFlood(asAgent, 'change_push_notifications', () => ({ ...device, enabled: true })),
      actionFlood(asAgent, 'change_push_notifications', () => ({ ...device, enabled: false })),
    ),
  },
  'agent update_last_seen_timestamp': {
    attack: actionFlood(asAgent, 'update_last_seen_timestamp', chatPayload),
  },
  'app send_event': { attack: actionFlood(asApp, 'send_event', messagePayload) },
  'app get_filtered_chats': { attack: actionFlood(asApp, 'get_filtered_chats', () => ({})) },
}
