import type { DdlTypes, Migration } from './migration.js'

/** Adds the size of the events of each thread, so that threads are limited and measured before they are read. */
export const threadBytes: Migration = {
  version: 3,
  kind: 'contracts',
  statements: ({ integer }: DdlTypes) => [
    `alter table chats add column event_bytes ${integer} not null default 0`,
    `alter table threads add column event_bytes ${integer} not null default 0`,
    `update threads set event_bytes = (
      select coalesce(sum(${estimate}), 0) from events
      where events.chat_id = threads.chat_id and events.thread_order = threads.thread_order)`,
    `update chats set event_bytes = (
      select event_bytes from threads
      where threads.chat_id = chats.id and threads.thread_order = chats.thread_order)`,
  ],
}

/**
 * Upper estimate of the size of an event, in bytes. The longest head of an event takes less than 256 bytes without its
 * author and custom id, in which a character can take six. A property and the users of a button take about 40 more than
 * is stored.
 */
const estimate = `256 + octet_length(content) + octet_length(properties) + 6 * octet_length(coalesce(author_id, ''))
  + 6 * octet_length(coalesce(custom_id, ''))
  + 10 * (length(properties) - length(replace(properties, ':', '')))
  + 4 * (length(content) - length(replace(content, '"user_ids":', '')))`
