import type { DdlTypes, Migration } from './migration.js'

/** Adds the time of a chat's newest event that is for everyone, by which the lists of its customer are sorted. */
export const sharedActivity: Migration = {
  version: 12,
  kind: 'contracts',
  statements: ({ integer }: DdlTypes) => [
    `alter table chats add column last_shared_activity_at ${integer} not null default 0`,
    `update chats set last_shared_activity_at = coalesce((
        select events.created_at from events where events.chat_id = chats.id and events.recipients = 'all'
        order by events.thread_order desc, events.event_order desc limit 1
      ), chats.created_at)`,
  ],
}
