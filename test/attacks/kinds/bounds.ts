import { actionFlood, httpFlood, overRtm, rtmFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Attack, type Kinds, times } from '../attack.js'
import { actionRequest } from '../bytes.js'
import { plain } from '../lines.js'
import {
  bodyOf,
  eventList,
  fullForm,
  fullProperties,
  fullRichMessage,
  fullScopes,
  longForm,
  message,
  page,
  profile,
  structuredContent,
} from '../payloads.js'
import { asAgent, asCustomer } from '../people.js'
import { flood } from '../strategies.js'

const sendEventPayload = (event: object) => (arena: Arena) => ({
  chat_id: arena.people.customer.chatId,
  event,
})
const customerSends = (event: object): Attack =>
  actionFlood(asCustomer, 'send_event', sendEventPayload(event))
const chat = ({ people }: Arena) => ({ chat_id: people.customer.chatId })
const threads = (arena: Arena) => ({ ...chat(arena), thread_ids: arena.people.customer.threadIds })

/** Returns the fields of `update_customer` with a different visited page each time. */
const pages = (arena: Arena) => ({ monitoring: { page: page(Math.floor(arena.random() * 1_000_000)) } })

/** Attacks with requests and lists of the maximum size. */
export const bounds: Kinds = {
  'messages as long as allowed': { attack: customerSends(message(16_384)) },
  'rich messages with the most buttons': { attack: customerSends(fullRichMessage()) },
  'forms with the most choices': { attack: customerSends(fullForm()) },
  'forms with the longest values': { attack: customerSends(longForm()) },
  'content of structure alone': { attack: customerSends(structuredContent()) },
  'events with full properties': { attack: customerSends({ ...message(1), properties: fullProperties() }) },
  'agent rich messages': { attack: actionFlood(asAgent, 'send_event', sendEventPayload(fullRichMessage())) },
  'chats with the most events': {
    attack: actionFlood(asCustomer, 'start_chat', () => ({
      chat: { thread: { events: eventList(100, 700) } },
    })),
  },
  'chats with the most scopes': {
    attack: actionFlood(asCustomer, 'start_chat', () => ({ chat: { scopes: fullScopes() } })),
  },
  'profiles as large as allowed': {
    attack: actionFlood(asCustomer, 'update_customer', () => profile(100, 700)),
  },
  'pages as long as allowed': {
    attack: rtmFlood(asCustomer, (arena) => () => overRtm('update_customer', pages)(arena)()),
  },
  'a full profile that changes': {
    estate: 'many chats',
    attack: actionFlood(asCustomer, 'update_customer', () => ({ name: 'x' })),
  },
  'all chats seen': {
    estate: 'many chats',
    attack: httpFlood(({ people }) => {
      const caller = { ...asCustomer(people), root: '/customer/v0.3' }
      return () => actionRequest(caller, 'update_last_seen_timestamp', bodyOf({}))
    }),
  },
  'full customer summaries': {
    estate: 'many chats',
    attack: actionFlood(asCustomer, 'get_chats_summary', () => ({ limit: 25 })),
  },
  'full agent summaries': {
    estate: 'many chats',
    attack: actionFlood(asAgent, 'get_filtered_chats', () => ({})),
  },
  'a long thread read by its customer': {
    estate: 'long thread',
    attack: actionFlood(asCustomer, 'get_chat_threads', threads),
  },
  'a long thread read by an agent': {
    estate: 'long thread',
    attack: actionFlood(asAgent, 'get_chat_threads', threads),
  },
  'a long thread that grows': { estate: 'long thread', attack: customerSends(message(16_384)) },
  'many threads read by their customer': {
    estate: 'many threads',
    attack: actionFlood(asCustomer, 'get_chat_threads', threads),
  },
  'many threads summed up': {
    estate: 'many threads',
    attack: actionFlood(asCustomer, 'get_chat_threads_summary', (arena) => ({ ...chat(arena), limit: 100 })),
  },
  'many threads listed for an agent': {
    estate: 'many threads',
    attack: actionFlood(asAgent, 'get_chat_threads', chat),
  },
  'idempotency keys': {
    attack: times(
      8,
      flood(plain, (arena) => () => {
        const body = bodyOf({ chat_id: arena.people.customer.chatId, event: message(1_000) })
        return actionRequest(asCustomer(arena.people), 'send_event', body, [
          ['Idempotency-Key', `${arena.random()}`],
        ])
      }),
    ),
  },
}
