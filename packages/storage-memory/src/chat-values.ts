import type { Chat, ChatSummary, ChatUser, Thread } from '@parley/core/storage'
import { eventKey, getLastThread, threadKey } from './chat-rows.js'
import type { ChatRow, ThreadRow } from './rows.js'
import type { Tables } from './tables.js'

export function chatValue(tables: Tables, chat: ChatRow): Chat {
  const { head, lastActivityAt, lastSharedActivityAt } = chat
  return { head, lastActivityAt, lastSharedActivityAt, users: usersOf(tables, chat) }
}

export function threadValue({ chats }: Tables, chatId: string, { thread }: ThreadRow): Thread {
  const last = chats.get(chatId)?.head.thread
  return Object.assign({ isActive: last?.isActive === true && last.order === thread.order }, thread)
}

export function toSummary(tables: Tables, chat: ChatRow): ChatSummary {
  const lastThread = threadValue(tables, chat.head.id, getLastThread(tables, chat.head))
  const lastEvents = [...chat.lastEvents.values()].flatMap(({ threadOrder, order }) => {
    const row = tables.threads.get(threadKey(chat.head.id, threadOrder))
    const event = tables.events.get(eventKey(chat.head.id, threadOrder, order))
    return row && event ? [{ threadId: row.thread.id, threadOrder, event }] : []
  })
  const { sequence } = chat
  return Object.assign(chatValue(tables, chat), { lastThread, lastEvents, sequence })
}

function usersOf({ agents, formerAgents, customers }: Tables, chat: ChatRow): readonly ChatUser[] {
  return chat.users.flatMap(({ id, kind, isPresent }): ChatUser | [] => {
    const lastSeenAt = chat.lastSeen.get(id) ?? null
    if (kind === 'customer') {
      const customer = customers.get(id)
      return customer ? { kind, isPresent, lastSeenAt, customer } : []
    }
    const agent = agents.get(id) ?? formerAgents.get(id)
    return agent ? { kind, isPresent, lastSeenAt, agent } : []
  })
}
