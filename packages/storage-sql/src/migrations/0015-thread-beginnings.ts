import type { DdlTypes, Migration } from './migration.js'

/** Adds when the last thread of a chat began, by the steady clock. It is not needed for closed threads. */
export const threadBeginnings: Migration = {
  version: 15,
  kind: 'contracts',
  statements: ({ integer }: DdlTypes) => [
    `alter table chats add column thread_began_at ${integer} not null default 0`,
    `update chats set thread_began_at = (
        select created_at from threads
        where threads.chat_id = chats.id and threads.thread_order = chats.thread_order)
      where thread_is_active`,
  ],
}
