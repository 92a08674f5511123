import type { DdlTypes, Migration } from './migration.js'

/** When the last thread of a chat began by the steady clock. Of closed ones nobody asks. */
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
