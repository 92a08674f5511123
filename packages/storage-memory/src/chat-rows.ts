import type { ChatHead } from '@parley/core/storage'
import type { ChatRow, ThreadRow } from './rows.js'
import type { Tables } from './tables.js'

// The numbers come first, so that no two keys are equal, whatever the id contains.
export const threadKey = (chatId: string, order: number) => `${order} ${chatId}`
export const eventKey = (chatId: string, threadOrder: number, order: number) =>
  `${threadOrder} ${order} ${chatId}`

export function getChat({ chats }: Tables, chatId: string): ChatRow {
  const chat = chats.get(chatId)
  if (chat === undefined) throw new TypeError(`there is no chat ${chatId}`)
  return chat
}

export function getLastThread({ threads }: Tables, { id, thread }: ChatHead): ThreadRow {
  const row = threads.get(threadKey(id, thread.order))
  if (row === undefined) throw new TypeError(`chat ${id} has no thread ${thread.order}`)
  return row
}

/** Returns the threads of a chat by ascending order. */
export function listChatThreads({ chats, threads }: Tables, chatId: string): readonly ThreadRow[] {
  const count = chats.get(chatId)?.head.thread.order ?? 0
  return Array.from({ length: count }, (_, index) => threads.get(threadKey(chatId, index + 1)) ?? []).flat()
}

/** Changes the head of a chat and returns the new one. */
export function changeHead(tables: Tables, head: ChatHead, changes: Partial<ChatHead>): ChatHead {
  const changed = Object.assign({}, head, changes, { revision: head.revision + 1 })
  tables.chats.patch(head.id, { head: changed })
  return getChat(tables, head.id).head
}
