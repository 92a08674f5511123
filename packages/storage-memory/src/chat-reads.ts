import type {
  AgentChatsQuery,
  ChatHead,
  ChatPosition,
  ChatReads,
  ChatSummary,
  ChatsPiece,
  ListedChats,
} from '@parley/core/storage'
import { listChatThreads } from './chat-rows.js'
import { chatValue, toSummary } from './chat-values.js'
import { compare, reversed, type SortKey, sorted } from './order.js'
import { passesFilters, termsOfChat } from './property-terms.js'
import { richMessage } from './rich-messages.js'
import type { ChatRow } from './rows.js'
import type { Run, Tables } from './tables.js'
import { listThreads, measureThreads, threadsBefore, toOrder, toThreadSummary } from './threads.js'

export const chatReads = (run: Run): ChatReads => ({
  getHead: (chatId) => run(({ chats }) => chats.get(chatId)?.head),
  get: (chatId) =>
    run((tables) => {
      const chat = tables.chats.get(chatId)
      return chat && chatValue(tables, chat)
    }),
  listByCustomer: (customerId, { offset, ...piece }) =>
    run((tables) => {
      const chats = chatsOf(tables, customerId)
      return Object.assign(listPiece(tables, chats, { ...piece, offset, sortKeyOf: sharedKeyOf }), {
        total: chats.length,
      })
    }),
  listForAgent: (query) =>
    run((tables) => {
      const chats = tables.chats.rows(
        (chat) =>
          isListed(chat, query) && passesFilters(query.filters, () => termsOfChat(tables, chat.head.id)),
      )
      return listPiece(tables, chats, {
        ...query,
        sortKeyOf: query.order === 'waiting' ? queueKeyOf : sortKeyOf,
      })
    }),
  listActiveByCustomer: (customerId, limit) =>
    run((tables) => {
      const active = chatsOf(tables, customerId).filter(({ head }) => head.thread.isActive)
      const listed = reversed(active, sortKeyOf).slice(0, limit)
      return listed.map(({ head, lastSeen }) => ({ head, lastSeenAt: lastSeen.get(customerId) ?? null }))
    }),
  getThreadProperties: (chatId, threadId) =>
    run(
      (tables) =>
        listChatThreads(tables, chatId).find(({ thread }) => thread.id === threadId)?.thread.properties,
    ),
  countByCustomer: (customerId) => run((tables) => chatsOf(tables, customerId).length),
  countThreadUsers: (chatId) =>
    run((tables) => listChatThreads(tables, chatId).at(-1)?.thread.userIds.length ?? 0),
  measureThreads: (chatId, threadIds) => run((tables) => measureThreads(tables, chatId, threadIds)),
  listThreads: (chatId, threadIds) => listThreads(run, chatId, threadIds),
  listThreadSummaries: (chatId, { before, offset, limit }) =>
    run((tables) => {
      const page = threadsBefore(tables, chatId, before).slice(offset, offset + limit)
      return { threads: page.map(toThreadSummary), total: listChatThreads(tables, chatId).length }
    }),
  listThreadOrders: (chatId, { before, limit }) =>
    run((tables) => threadsBefore(tables, chatId, before).slice(0, limit).map(toOrder)),
  getRichMessage: (chatId, eventId) => run((tables) => richMessage(tables, chatId, eventId)),
  getTimeoutsFrom: (chatId) => run((tables) => listChatThreads(tables, chatId).at(-1)?.timeoutsFrom),
})

type SortKeyOf = (chat: ChatRow) => SortKey
const sortKeyOf: SortKeyOf = ({ head, lastActivityAt }) => [lastActivityAt, head.id]
const queueKeyOf: SortKeyOf = ({ head }) => [head.thread.waitingSince ?? 0, head.id]
const sharedKeyOf: SortKeyOf = ({ head, lastSharedActivityAt }) => [lastSharedActivityAt, head.id]

const isMember = ({ head }: ChatRow, userId: string) => head.members.some(({ id }) => id === userId)

function chatsOf({ chats }: Tables, userId: string): readonly ChatRow[] {
  return chats.rows((chat) => isMember(chat, userId))
}

function isListed(
  chat: ChatRow,
  { licenseId, agentId, reach, groups, includeActive, routing }: AgentChatsQuery,
): boolean {
  const { scopes, thread } = chat.head
  if (chat.head.licenseId !== licenseId || (thread.isActive && !includeActive)) return false
  if (!isRouted(chat.head, routing)) return false
  if (reach === 'every' || isMember(chat, agentId)) return true
  const isOpen = scopes.groups.length + scopes.agents.length === 0
  const isNamed = scopes.agents.includes(agentId) || scopes.groups.some((group) => groups.includes(group))
  return reach === 'visible' && (isOpen || isNamed)
}

function isRouted({ thread, members }: ChatHead, routing: AgentChatsQuery['routing']): boolean {
  if (routing === 'any') return true
  if (routing === 'waiting') return thread.waitingSince !== null
  return thread.isActive && thread.waitingSince === null && members.some(({ kind }) => kind === 'agent')
}

interface ListOptions extends ChatsPiece {
  readonly sortKeyOf: SortKeyOf
  readonly order?: AgentChatsQuery['order']
  readonly offset?: number
}

function listPiece(
  tables: Tables,
  chats: readonly ChatRow[],
  { sortKeyOf, after, limit, maxBytes, order = 'desc', offset = 0 }: ListOptions,
): ListedChats {
  const inOrder = order === 'desc' ? reversed(chats, sortKeyOf) : sorted(chats, sortKeyOf)
  const follows = (chat: ChatRow, { at, id }: ChatPosition) => {
    const difference = compare(sortKeyOf(chat), [at, id])
    return order === 'desc' ? difference < 0 : difference > 0
  }
  const following = inOrder.filter((chat) => after === null || follows(chat, after)).slice(offset)
  const listed: ChatSummary[] = []
  let bytes = 0
  for (const chat of following.slice(0, limit)) {
    if (listed.length > 0 && bytes >= maxBytes) break
    const summary = toSummary(tables, chat)
    bytes += Buffer.byteLength(JSON.stringify(summary))
    listed.push(summary)
  }
  return { chats: listed, hasMore: following.length > listed.length }
}
