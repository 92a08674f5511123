import { actionFlood, alternatingFlood, overRtm, rtmFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Kinds, times } from '../attack.js'
import { callFrame } from '../bytes.js'
import { loggedIn } from '../lines.js'
import { asCustomer } from '../people.js'
import { always, comeAndGo } from '../strategies.js'
import { chatChanges, chatPayload, messagePayload } from './chat-changes.js'

const postbackPayload = (toggled: boolean) => (arena: Arena) => {
  const { threadIds, eventId } = arena.people.customer
  return {
    ...chatPayload(arena),
    thread_id: threadIds[0],
    event_id: eventId,
    postback: { id: 'pressed', toggled },
  }
}

/** Attacks that call each action of the Customer API as often as possible. */
export const customerActions: Kinds = {
  'customer login': { attack: times(8, comeAndGo(loggedIn(({ people }) => asCustomer(people)))) },
  'customer login twice': {
    attack: rtmFlood(
      asCustomer,
      overRtm('login', ({ people }) => ({ token: people.customer.token })),
    ),
  },
  'customer ping': {
    attack: rtmFlood(
      asCustomer,
      always(() => callFrame('ping', {})),
    ),
  },
  'customer get_chats_summary': {
    attack: actionFlood(asCustomer, 'get_chats_summary', () => ({ limit: 25 })),
  },
  'customer get_chat_threads': {
    attack: actionFlood(asCustomer, 'get_chat_threads', (arena) => {
      return { ...chatPayload(arena), thread_ids: arena.people.customer.threadIds }
    }),
  },
  'customer get_chat_threads_summary': {
    attack: actionFlood(asCustomer, 'get_chat_threads_summary', (arena) => ({
      ...chatPayload(arena),
      limit: 100,
    })),
  },
  'customer start_chat': { attack: actionFlood(asCustomer, 'start_chat', () => ({})) },
  'customer send_event': { attack: actionFlood(asCustomer, 'send_event', messagePayload) },
  'customer send_rich_message_postback': {
    estate: 'rich message',
    attack: alternatingFlood(
      asCustomer,
      { action: 'send_rich_message_postback', payload: postbackPayload(true) },
      { action: 'send_rich_message_postback', payload: postbackPayload(false) },
    ),
  },
  'customer send_sneak_peek': {
    attack: actionFlood(asCustomer, 'send_sneak_peek', (arena) => {
      return { ...chatPayload(arena), sneak_peek_text: 'typing'.repeat(20) }
    }),
  },
  ...chatChanges('customer', asCustomer),
  'customer update_customer': {
    attack: actionFlood(asCustomer, 'update_customer', () => ({ name: 'somebody' })),
  },
  'customer update_last_seen_timestamp': {
    attack: actionFlood(asCustomer, 'update_last_seen_timestamp', chatPayload),
  },
}
