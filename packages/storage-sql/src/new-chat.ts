import type { ChatHead, NewChat, NewThread } from '@parley/core/ports'
import { newestAt, newestSharedAt } from './chat-activity.js'
import { isScoped } from './chat-scopes.js'
import type { chatColumns } from './chat-write-statements.js'
import { encodeRows, type RowsParams } from './insert-rows.js'

/** As the row of a chat that is not there yet. */
export function encodeNewChat(chat: NewChat, head: ChatHead, last_events: string): RowsParams {
  const row = {
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
    thread_properties: JSON.stringify(head.thread.properties),
    event_order: chat.thread.events.length,
    event_bytes: chat.thread.bytes,
    timeouts_from: timeoutsFrom(chat.thread),
    sequence: 1,
    sequence_at: chat.createdAt,
    last_events,
  }
  return encodeRows<typeof chatColumns>([row])
}

/** What a thread's idle and closing time count from when it begins. */
export function timeoutsFrom(thread: NewThread): number {
  return thread.events.at(-1)?.createdAt ?? thread.createdAt
}
