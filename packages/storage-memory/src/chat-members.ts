import type { ChatHead, ChatMember, MemberRemoval, ThreadAuthor } from '@parley/core/storage'
import { changeHead, getChat, getLastThread, listChatThreads, threadKey } from './chat-rows.js'
import type { ChatRow } from './rows.js'
import type { Tables } from './tables.js'
import { nowServed, waitingAgain } from './waiting.js'

export function addMembers(
  tables: Tables,
  chatId: string,
  members: readonly ChatMember[],
  at: number,
): ChatHead {
  const { head, users } = getChat(tables, chatId)
  const added = distinct(members).filter(({ id }) => !head.members.some((member) => member.id === id))
  if (added.length === 0) return head
  const joined = new Map(users.map((user) => [user.id, user]))
  for (const { id, kind } of added) joined.set(id, { id, kind, isPresent: true })
  tables.chats.patch(chatId, { users: [...joined.values()] })
  if (head.thread.isActive) nameInThread(tables, head, added)
  const isServed = added.some(({ kind }) => kind === 'agent')
  const thread = isServed ? nowServed(tables, head, at) : head.thread
  return changeHead(tables, head, { members: [...head.members, ...added], thread })
}

export function removeMembers(
  tables: Tables,
  chatId: string,
  userIds: readonly string[],
  { formerCount, waits }: MemberRemoval,
): ChatHead {
  const chat = getChat(tables, chatId)
  const members = chat.head.members.filter(({ id }) => !userIds.includes(id))
  if (members.length === chat.head.members.length) return chat.head
  const left = usersAfter(tables, chat, userIds)
  keepUsers(tables, chat, formerCount === null ? left : withoutFormer(left, formerCount), userIds)
  const thread = waits ? waitingAgain(tables, chat.head) : chat.head.thread
  return changeHead(tables, chat.head, { members, thread })
}

export function addThreadAuthor(
  tables: Tables,
  chatId: string,
  { agentId, formerCount }: ThreadAuthor,
): boolean {
  const chat = getChat(tables, chatId)
  if (getLastThread(tables, chat.head).thread.userIds.includes(agentId)) return false
  nameInThread(tables, chat.head, [{ id: agentId, kind: 'agent' }])
  const isUser = chat.users.some(({ id }) => id === agentId)
  const writer = { id: agentId, kind: 'agent', isPresent: false } as const
  const users = isUser ? chat.users : [...chat.users, writer]
  keepUsers(tables, chat, withoutFormer(users, formerCount), [agentId])
  return true
}

type Users = ChatRow['users']

/** Returns the users after these members left, without those whom no thread names. */
function usersAfter(tables: Tables, chat: ChatRow, userIds: readonly string[]): Users {
  const named = new Set(listChatThreads(tables, chat.head.id).flatMap(({ thread }) => thread.userIds))
  return chat.users
    .map((user) => (userIds.includes(user.id) ? Object.assign({}, user, { isPresent: false }) : user))
    .filter(({ id }) => named.has(id) || !userIds.includes(id))
}

/** Returns the users without former members, except the `formerCount` who joined last. */
function withoutFormer(users: Users, formerCount: number): Users {
  const former = users.filter(({ isPresent }) => !isPresent)
  const forgotten = new Set(former.slice(0, Math.max(0, former.length - formerCount)))
  return users.filter((user) => !forgotten.has(user))
}

/** Stores the users of a chat, and forgets when former users have last seen it. */
function keepUsers(tables: Tables, chat: ChatRow, users: Users, userIds: readonly string[]): void {
  const isGone = (id: string) => userIds.includes(id) || chat.users.some((user) => user.id === id)
  const isUser = (id: string) => users.some((user) => user.id === id)
  const lastSeen = new Map([...chat.lastSeen].filter(([id]) => isUser(id) || !isGone(id)))
  tables.chats.patch(chat.head.id, { users, lastSeen })
}

/** Names members in the last thread, and counts the thread for each customer it did not name before. */
export function nameInThread(tables: Tables, head: ChatHead, members: readonly ChatMember[]): void {
  const { thread } = getLastThread(tables, head)
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
