import type { Migration } from './migration.js'

/** Rich messages are found by id and counted; other events pay nothing for it. */
export const richMessages: Migration = {
  version: 10,
  kind: 'expands',
  statements: () => [
    `create index rich_messages on events (chat_id, thread_order, id)
      where type = 'rich_message' and recipients = 'all'`,
  ],
}
