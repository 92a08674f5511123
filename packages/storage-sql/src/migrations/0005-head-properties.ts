import type { DdlTypes, Migration } from './migration.js'

/** Copies the properties of a chat's last thread into the row of the chat, for its head. */
export const headProperties: Migration = {
  version: 5,
  kind: 'contracts',
  statements: ({ text }: DdlTypes) => [
    `alter table chats add column thread_properties ${text} not null default '{}'`,
    `update chats set thread_properties = threads.properties from threads
      where threads.chat_id = chats.id and threads.thread_order = chats.thread_order and threads.properties <> '{}'`,
  ],
}
