import type {
  ActiveChat,
  Chat,
  ChatEvent,
  ChatHead,
  ChatSummary,
  ChatUser,
  LastEvent,
  MeasuredThread,
  Thread,
  ThreadSummary,
} from '@parley/core/storage'
import { flag, integer, integerOrNull, json, oneOf, rows, text, textOrNull } from '../sql/columns.js'
import type { Row } from '../sql/executor.js'
import { decodeAgent } from '../users/agent-rows.js'
import { decodeCustomer } from '../users/customers.js'

/** Decodes the head of a chat. */
export function decodeHead(row: Row): ChatHead {
  return {
    id: text(row, 'id'),
    licenseId: integer(row, 'license_id'),
    revision: integer(row, 'revision'),
    members: json<ChatHead['members']>(row, 'members'),
    scopes: json<ChatHead['scopes']>(row, 'scopes'),
    properties: json<ChatHead['properties']>(row, 'properties'),
    thread: {
      id: text(row, 'thread_id'),
      order: integer(row, 'thread_order'),
      isActive: flag(row, 'thread_is_active'),
      waitingSince: integerOrNull(row, 'waiting_since'),
      properties: json<ChatHead['properties']>(row, 'thread_properties'),
    },
  }
}

export function decodeActiveChat(row: Row): ActiveChat {
  return { head: decodeHead(row), lastSeenAt: integerOrNull(row, 'last_seen_at') }
}

export function decodeChat(row: Row): Chat {
  return {
    head: decodeHead(row),
    lastActivityAt: integer(row, 'last_activity_at'),
    lastSharedActivityAt: integer(row, 'last_shared_activity_at'),
    users: decodeUsers(row),
  }
}

function decodeUsers(row: Row): readonly ChatUser[] {
  const customers = rows(row, 'customer_users').map((user) => {
    return { position: integer(user, 'position'), user: decodeCustomerUser(user) }
  })
  const agents = rows(row, 'agent_users').map((user) => {
    return { position: integer(user, 'position'), user: decodeAgentUser(user) }
  })
  const byJoining = [...customers, ...agents].sort((left, right) => left.position - right.position)
  return byJoining.map(({ user }) => user)
}

function decodeCustomerUser(row: Row): ChatUser {
  const { isPresent, lastSeenAt } = decodePresence(row)
  return { isPresent, lastSeenAt, kind: 'customer', customer: decodeCustomer(row) }
}

function decodeAgentUser(row: Row): ChatUser {
  const { isPresent, lastSeenAt } = decodePresence(row)
  return { isPresent, lastSeenAt, kind: 'agent', agent: decodeAgent(row) }
}

function decodePresence(row: Row) {
  return { isPresent: flag(row, 'is_present'), lastSeenAt: integerOrNull(row, 'last_seen_at') }
}

export function decodeEvent(row: Row): ChatEvent {
  return {
    id: text(row, 'id'),
    order: integer(row, 'event_order'),
    authorId: textOrNull(row, 'author_id'),
    recipients: oneOf(row, 'recipients', ['all', 'agents']),
    createdAt: integer(row, 'created_at'),
    customId: textOrNull(row, 'custom_id'),
    properties: json<ChatEvent['properties']>(row, 'properties'),
    content: json<ChatEvent['content']>(row, 'content'),
  }
}

export function decodeThread(row: Row): Thread {
  return {
    id: text(row, 'id'),
    order: integer(row, 'thread_order'),
    isActive: flag(row, 'is_active'),
    createdAt: integer(row, 'created_at'),
    properties: json<Thread['properties']>(row, 'properties'),
    userIds: decodeUserIds(row),
  }
}

function decodeUserIds(row: Row): readonly string[] {
  return rows(row, 'users').map((user) => text(user, 'user_id'))
}

export function decodeMeasuredThread(row: Row): MeasuredThread {
  const thread = decodeThread(row)
  const events = flag(row, 'is_short') ? rows(row, 'events').map(decodeEvent) : undefined
  return { ...thread, bytes: integer(row, 'event_bytes') + headBytes(thread), events }
}

/** Returns the size of a thread without its events, in bytes. Each property is shown with about 10 more characters. */
function headBytes(thread: Thread): number {
  const propertyCount = Object.values(thread.properties).flatMap(Object.keys).length
  return 64 + Buffer.byteLength(JSON.stringify(thread)) + 10 * propertyCount
}

export function decodeThreadSummary(row: Row): ThreadSummary {
  return {
    id: text(row, 'id'),
    order: integer(row, 'thread_order'),
    eventCount: integer(row, 'event_count'),
    agentsOnlyEventCount: integer(row, 'agents_only_event_count'),
    richMessageCount: integer(row, 'rich_message_count'),
  }
}

export function decodeSummary(row: Row): ChatSummary {
  const chat = decodeChat(row)
  const [thread] = rows(row, 'last_threads')
  if (thread === undefined) throw new TypeError(`chat ${chat.head.id} has no last thread`)
  const { id, order, isActive, properties } = chat.head.thread
  const createdAt = integer(thread, 'created_at')
  const lastThread = { id, order, isActive, createdAt, properties, userIds: decodeUserIds(thread) }
  const lastEvents = rows(row, 'last_events').map(decodeLastEvent)
  return Object.assign(chat, { lastThread, lastEvents, sequence: integer(row, 'sequence') })
}

function decodeLastEvent(row: Row): LastEvent {
  return {
    threadId: text(row, 'thread_id'),
    threadOrder: integer(row, 'thread_order'),
    event: decodeEvent(row),
  }
}
