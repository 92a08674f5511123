import { alternatingFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import type { Kinds } from '../attack.js'
import { longProperties, manyGroups, message } from '../payloads.js'

export const chatPayload = ({ people }: Arena) => ({ chat_id: people.customer.chatId })
export const messagePayload = (arena: Arena) => ({ ...chatPayload(arena), event: message(10) })

const withProperties = (letter: string) => (arena: Arena) => {
  return { ...chatPayload(arena), properties: longProperties(letter) }
}
const withThreadProperties = (letter: string) => (arena: Arena) => {
  return { ...withProperties(letter)(arena), thread_id: arena.people.customer.threadIds[0] }
}

/** Returns attacks that make and undo each change of a chat that the Agent API and the Customer API have in common. */
export function chatChanges(api: 'customer' | 'agent', as: Parameters<typeof alternatingFlood>[0]): Kinds {
  return {
    [`${api} close_thread`]: {
      attack: alternatingFlood(
        as,
        { action: 'close_thread', payload: chatPayload },
        { action: 'send_event', payload: messagePayload },
      ),
    },
    [`${api} update_chat_scopes`]: {
      attack: alternatingFlood(
        as,
        {
          action: 'update_chat_scopes',
          payload: (arena) => ({ ...chatPayload(arena), add_scopes: manyGroups }),
        },
        {
          action: 'update_chat_scopes',
          payload: (arena) => ({ ...chatPayload(arena), remove_scopes: manyGroups }),
        },
      ),
    },
    [`${api} update_chat_properties`]: {
      attack: alternatingFlood(
        as,
        { action: 'update_chat_properties', payload: withProperties('a') },
        { action: 'update_chat_properties', payload: withProperties('b') },
      ),
    },
    [`${api} update_chat_thread_properties`]: {
      attack: alternatingFlood(
        as,
        { action: 'update_chat_thread_properties', payload: withThreadProperties('a') },
        { action: 'update_chat_thread_properties', payload: withThreadProperties('b') },
      ),
    },
  }
}
