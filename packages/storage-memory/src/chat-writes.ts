import type { ChatHead, ChatWrites, NewChat, NewThread, PropertiesWithTerms } from '@parley/core/storage'
import { append, takeSequence } from './chat-events.js'
import { addMembers, addThreadAuthor, distinct, nameInThread, removeMembers } from './chat-members.js'
import { chatReads } from './chat-reads.js'
import { changeHead, getChat, listChatThreads, threadKey } from './chat-rows.js'
import { setRichMessage } from './rich-messages.js'
import type { Run, Tables } from './tables.js'
import { startTimer } from './waiting.js'

export const chatWrites = (run: Run): ChatWrites => ({
  insert: (chat) => run((tables) => insertChat(tables, chat)),
  lock: (chatId) => run(({ chats }) => chats.get(chatId)?.head),
  openThread: (chatId, thread) => run((tables) => openThread(tables, chatId, thread)),
  append: (chatId, added) => run((tables) => append(tables, chatId, added)),
  closeThread: (chatId) =>
    run((tables) => {
      const { head } = getChat(tables, chatId)
      if (!head.thread.isActive) throw new TypeError(`chat ${chatId} has no active thread`)
      const closed = { isActive: false, waitingSince: null }
      return changeHead(tables, head, { thread: Object.assign({}, head.thread, closed) })
    }),
  addMembers: (chatId, members, at) => run((tables) => addMembers(tables, chatId, members, at)),
  removeMembers: (chatId, userIds, leaving) =>
    run((tables) => removeMembers(tables, chatId, userIds, leaving)),
  addThreadAuthor: (chatId, writer) => run((tables) => addThreadAuthor(tables, chatId, writer)),
  setScopes: (chatId, { groups, agents }) =>
    run((tables) => changeHead(tables, getChat(tables, chatId).head, { scopes: { groups, agents } })),
  setProperties: (chatId, { properties, propertyTerms }) =>
    run((tables) => {
      const { head } = getChat(tables, chatId)
      tables.chatTerms.put(chatId, new Set(propertyTerms))
      return changeHead(tables, head, { properties })
    }),
  setThreadProperties: (chatId, threadId, properties) =>
    run((tables) => setThreadProperties(tables, chatId, threadId, properties)),
  takeSequences: (chatIds, at) => run((tables) => chatIds.map((chatId) => takeSequence(tables, chatId, at))),
  setRichMessage: (chatId, order, content) => run((tables) => setRichMessage(tables, chatId, order, content)),
  setLastSeen: (chatId, userId, at) =>
    run((tables) => {
      const { lastSeen } = getChat(tables, chatId)
      const before = lastSeen.get(userId)
      if (before !== undefined && before >= at) return { at: before, isLater: false }
      tables.chats.patch(chatId, { lastSeen: new Map(lastSeen).set(userId, at) })
      return { at, isLater: true }
    }),
  ...chatReads(run),
})

function insertChat(tables: Tables, chat: NewChat): ChatHead {
  const { id, licenseId, createdAt, scopes, properties, propertyTerms, thread } = chat
  const members = distinct(chat.members)
  const head = {
    id,
    licenseId,
    revision: 1,
    members,
    scopes,
    properties,
    thread: openedThread(thread, 1),
  }
  const row = tables.chats.insert(id, {
    head,
    lastActivityAt: createdAt,
    lastSharedActivityAt: createdAt,
    users: members.map((member) => Object.assign({ isPresent: true }, member)),
    lastSeen: new Map(),
    lastEvents: new Map(),
    sequence: 1,
    sequenceAt: createdAt,
  })
  tables.chatTerms.put(id, new Set(propertyTerms))
  insertThread(tables, row.head, thread)
  return row.head
}

function openThread(tables: Tables, chatId: string, thread: NewThread): ChatHead {
  const before = getChat(tables, chatId).head
  if (before.thread.isActive) throw new TypeError(`chat ${chatId} has an active thread`)
  const order = before.thread.order + 1
  const head = changeHead(tables, before, { thread: openedThread(thread, order) })
  insertThread(tables, head, thread)
  return head
}

function openedThread({ id, beganAt, properties, waits }: NewThread, order: number): ChatHead['thread'] {
  return { id, order, isActive: true, waitingSince: waits ? beganAt : null, properties }
}

function insertThread(tables: Tables, head: ChatHead, thread: NewThread): void {
  const { id, createdAt, properties, events, bytes, beganAt } = thread
  const { order } = head.thread
  tables.threads.insert(threadKey(head.id, order), {
    thread: { id, order, createdAt, properties, userIds: [] },
    eventCount: 0,
    agentsOnlyEventCount: 0,
    richMessageCount: 0,
    bytes: 0,
    beganAt,
    timeoutsFrom: beganAt,
    timerAt: beganAt,
    idleToldFrom: null,
  })
  tables.threadTerms.put(threadKey(head.id, order), new Set(thread.propertyTerms))
  nameInThread(tables, head, head.members)
  append(tables, head.id, { events, bytes, bounds: null, timeoutsFrom: null })
  startTimer(tables, head)
}

function setThreadProperties(
  tables: Tables,
  chatId: string,
  threadId: string,
  { properties, propertyTerms }: PropertiesWithTerms,
): ChatHead {
  const { head } = getChat(tables, chatId)
  const row = listChatThreads(tables, chatId).find(({ thread }) => thread.id === threadId)
  if (row === undefined) throw new TypeError(`chat ${chatId} has no thread ${threadId}`)
  const thread = Object.assign({}, row.thread, { properties })
  tables.threads.patch(threadKey(chatId, thread.order), { thread })
  tables.threadTerms.put(threadKey(chatId, thread.order), new Set(propertyTerms))
  if (thread.order !== head.thread.order) return head
  return changeHead(tables, head, { thread: Object.assign({}, head.thread, { properties }) })
}
