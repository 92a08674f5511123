import type { ChatHead, ChatMember, Properties, Thread } from '@parley/core'
import type { Tables } from './tables.js'

export interface ChatRow {
  readonly head: ChatHead
  readonly lastActivityAt: number
  readonly properties: Properties
  /** Present and former members, in the order in which they first joined. */
  readonly users: readonly (ChatMember & { readonly isPresent: boolean })[]
  /** By user id. */
  readonly lastSeen: ReadonlyMap<string, number>
  /** By type and `recipients`: where the newest such event is. */
  readonly lastEvents: ReadonlyMap<string, { readonly threadOrder: number; readonly order: number }>
  readonly sequence: number
  readonly sequenceAt: number
}

export interface ThreadRow {
  readonly thread: Omit<Thread, 'isActive'>
  /** Orders have no gaps, so this is also the order of its newest event. */
  readonly eventCount: number
  readonly agentsOnlyEventCount: number
  /** What its events count for. */
  readonly bytes: number
  readonly timeoutsFrom: number
}

// Numbers first: whatever is in the id, no two keys are alike.
export const threadKey = (chatId: string, order: number) => `${order} ${chatId}`
export const eventKey = (chatId: string, threadOrder: number, order: number) =>
  `${threadOrder} ${order} ${chatId}`

export function chatOf({ chats }: Tables, chatId: string): ChatRow {
  const chat = chats.get(chatId)
  if (chat === undefined) throw new TypeError(`there is no chat ${chatId}`)
  return chat
}

export function lastThreadOf({ threads }: Tables, { id, thread }: ChatHead): ThreadRow {
  const row = threads.get(threadKey(id, thread.order))
  if (row === undefined) throw new TypeError(`chat ${id} has no thread ${thread.order}`)
  return row
}

/** By ascending order. */
export function threadsOf({ chats, threads }: Tables, chatId: string): readonly ThreadRow[] {
  const count = chats.get(chatId)?.head.thread.order ?? 0
  return Array.from({ length: count }, (_, index) => threads.get(threadKey(chatId, index + 1)) ?? []).flat()
}
