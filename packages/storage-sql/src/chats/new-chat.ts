import type { ChatHead, NewChat, NewThread } from '@parley/core/storage'
import type { RowOf } from '../sql/column-types.js'
import { newestAt, newestSharedAt } from './chat-activity.js'
import { isScoped } from './chat-scopes.js'
import type { chatColumns } from './chat-write-statements.js'

/** Encodes the row of a new chat. */
export function encodeNewChat(chat: NewChat, head: ChatHead, last_events: string): RowOf<typeof chatColumns> {
  return {
    id: chat.id,
    license_id: chat.licenseId,
    revision: head.revision,
    members: JSON.stringify(head.members),
    scopes: JSON.stringify(head.scopes),
    is_scoped: isScoped(chat.scopes),
    properties: JSON.stringify(chat.properties),
    created_at: chat.createdAt,
    last_activity_at: newestAt(chat.thread.events) ?? chat.createdAt,
    last_shared_activity_at: newestSharedAt(chat.thread.events) ?? chat.createdAt,
    thread_id: head.thread.id,
    thread_order: head.thread.order,
    thread_is_active: head.thread.isActive,
    thread_began_at: chat.thread.beganAt,
    waiting_since: head.thread.waitingSince,
    thread_properties: JSON.stringify(head.thread.properties),
    event_order: chat.thread.events.length,
    event_bytes: chat.thread.bytes,
    timeouts_from: chat.thread.beganAt,
    sequence: 1,
    sequence_at: chat.createdAt,
    last_events,
  }
}

/** Returns the thread of the head of a new thread. */
export function openedThread(thread: NewThread, order: number): ChatHead['thread'] {
  const { id, properties } = thread
  return { id, order, isActive: true, waitingSince: waitingSince(thread), properties }
}

export function waitingSince({ beganAt, waits }: NewThread): number | null {
  return waits ? beganAt : null
}
