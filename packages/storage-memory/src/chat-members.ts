import type { ChatHead, ChatMember } from '@parley/core/ports'
import { chatOf, lastThreadOf, threadKey, threadsOf } from './chat-rows.js'
import type { ChatRow } from './rows.js'
import type { Tables } from './tables.js'

/** The head after it. */
export function changeHead(tables: Tables, head: ChatHead, changes: Partial<ChatHead>): ChatHead {
  const changed = Object.assign({}, head, changes, { revision: head.revision + 1 })
  tables.chats.patch(head.id, { head: changed })
  return chatOf(tables, head.id).head
}

export function addMembers(tables: Tables, chatId: string, members: readonly ChatMember[]): ChatHead {
  const { head, users } = chatOf(tables, chatId)
  const added = distinct(members).filter(({ id }) => !head.members.some((member) => member.id === id))
  if (added.length === 0) return head
  const joined = new Map(users.map((user) => [user.id, user]))
  for (const { id, kind } of added) joined.set(id, { id, kind, isPresent: true })
  tables.chats.patch(chatId, { users: [...joined.values()] })
  if (head.thread.isActive) nameInThread(tables, head, added)
  return changeHead(tables, head, { members: [...head.members, ...added] })
}

export function removeMembers(
  tables: Tables,
  chatId: string,
  userIds: readonly string[],
  formerCount = Number.POSITIVE_INFINITY,
): ChatHead {
  const chat = chatOf(tables, chatId)
  const members = chat.head.members.filter(({ id }) => !userIds.includes(id))
  if (members.length === chat.head.members.length) return chat.head
  const users = usersAfter(tables, chat, userIds, formerCount)
  const isGone = (id: string) => userIds.includes(id) || chat.users.some((user) => user.id === id)
  const isUser = (id: string) => users.some((user) => user.id === id)
  const lastSeen = new Map([...chat.lastSeen].filter(([id]) => isUser(id) || !isGone(id)))
  tables.chats.patch(chatId, { users, lastSeen })
  return changeHead(tables, chat.head, { members })
}

/** Without those whom no thread names, and all who left but the `formerCount` who joined last. */
function usersAfter(tables: Tables, chat: ChatRow, userIds: readonly string[], formerCount: number) {
  const named = new Set(threadsOf(tables, chat.head.id).flatMap(({ thread }) => thread.userIds))
  const left = chat.users
    .map((user) => (userIds.includes(user.id) ? Object.assign({}, user, { isPresent: false }) : user))
    .filter(({ id }) => named.has(id) || !userIds.includes(id))
  const former = left.filter(({ isPresent }) => !isPresent)
  const forgotten = new Set(former.slice(0, Math.max(0, former.length - formerCount)))
  return left.filter((user) => !forgotten.has(user))
}

/** Names them in the last thread, and counts it for each customer whom it did not name before. */
export function nameInThread(tables: Tables, head: ChatHead, members: readonly ChatMember[]): void {
  const { thread } = lastThreadOf(tables, head)
  const added = members.filter(({ id }) => !thread.userIds.includes(id))
  const userIds = [...thread.userIds, ...added.map(({ id }) => id)]
  tables.threads.patch(threadKey(head.id, thread.order), { thread: Object.assign({}, thread, { userIds }) })
  for (const { id } of added.filter(({ kind }) => kind === 'customer')) {
    const threadCount = (tables.customers.get(id)?.threadCount ?? 0) + 1
    tables.customers.patch(id, { threadCount })
  }
}

export function distinct(members: readonly ChatMember[]): readonly ChatMember[] {
  return [...new Map(members.map(({ id, kind }) => [id, { id, kind }])).values()]
}
