import type { Migration } from './migration.js'

/** Adds an index to find and count rich messages. It costs other events nothing. */
export const richMessages: Migration = {
  version: 10,
  kind: 'expands',
  statements: () => [
    `create index rich_messages on events (chat_id, thread_order, id)
      where type = 'rich_message' and recipients = 'all'`,
  ],
}
