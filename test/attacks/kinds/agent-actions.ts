import { actionFlood, alternatingFlood, rtmFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Kinds, times, together } from '../attack.js'
import { callFrame } from '../bytes.js'
import { loggedIn } from '../lines.js'
import { longProperties, manyGroups, message } from '../payloads.js'
import { asAgent, asApp, asOlderAgent } from '../people.js'
import { always, comeAndGo } from '../strategies.js'

const chat = ({ people }: Arena) => ({ chat_id: people.customer.chatId })
const withProperties = (letter: string) => (arena: Arena) => {
  return { ...chat(arena), properties: longProperties(letter) }
}
const withThreadProperties = (letter: string) => (arena: Arena) => {
  return { ...withProperties(letter)(arena), thread_id: arena.people.customer.threadIds[0] }
}
const said = (arena: Arena) => ({ ...chat(arena), event: message(10) })
const threads = (arena: Arena) => ({ ...chat(arena), thread_ids: arena.people.customer.threadIds })
const device = { push_service_token: 'x'.repeat(512), platform: 'android' }
const themselves = (arena: Arena) => ({ ...chat(arena), agent_ids: [arena.people.agentId] })

/** Every action of the Agent API, as often as it goes. */
export const agentActions: Kinds = {
  'agent login': { attack: times(8, comeAndGo(loggedIn(({ people }) => asAgent(people)))) },
  'agent ping': {
    attack: rtmFlood(
      asAgent,
      always(() => callFrame('ping', {})),
    ),
  },
  'agent get_filtered_chats': { attack: actionFlood(asAgent, 'get_filtered_chats', () => ({})) },
  'agent get_archives': { attack: actionFlood(asAgent, 'get_archives', () => ({ filters: { query: 'x' } })) },
  'agent get_chat_threads': { attack: actionFlood(asAgent, 'get_chat_threads', threads) },
  'agent start_chat': { attack: actionFlood(asAgent, 'start_chat', () => ({})) },
  'agent join_chat': {
    attack: alternatingFlood(
      asAgent,
      { action: 'join_chat', payload: themselves },
      { action: 'remove_from_chat', payload: themselves },
    ),
  },
  'agent remove_from_chat': { attack: actionFlood(asAgent, 'remove_from_chat', chat) },
  'agent send_event': { attack: actionFlood(asAgent, 'send_event', said) },
  'agent send_typing_indicator': {
    attack: actionFlood(asAgent, 'send_typing_indicator', (arena) => ({ ...chat(arena), is_typing: true })),
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
  'agent close_thread': {
    attack: alternatingFlood(
      asAgent,
      { action: 'close_thread', payload: chat },
      { action: 'send_event', payload: said },
    ),
  },
  'agent update_chat_scopes': {
    attack: alternatingFlood(
      asAgent,
      { action: 'update_chat_scopes', payload: (arena) => ({ ...chat(arena), add_scopes: manyGroups }) },
      { action: 'update_chat_scopes', payload: (arena) => ({ ...chat(arena), remove_scopes: manyGroups }) },
    ),
  },
  'agent update_chat_properties': {
    attack: alternatingFlood(
      asAgent,
      { action: 'update_chat_properties', payload: withProperties('a') },
      { action: 'update_chat_properties', payload: withProperties('b') },
    ),
  },
  'agent update_chat_thread_properties': {
    attack: alternatingFlood(
      asAgent,
      { action: 'update_chat_thread_properties', payload: withThreadProperties('a') },
      { action: 'update_chat_thread_properties', payload: withThreadProperties('b') },
    ),
  },
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
  'agent update_last_seen_timestamp': { attack: actionFlood(asAgent, 'update_last_seen_timestamp', chat) },
  'app send_event': { attack: actionFlood(asApp, 'send_event', said) },
  'app get_filtered_chats': { attack: actionFlood(asApp, 'get_filtered_chats', () => ({})) },
}
