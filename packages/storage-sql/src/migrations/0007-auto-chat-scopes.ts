import type { Migration } from './migration.js'

/** Adds automatic chat scopes: the rules of a license that give new chats their groups. */
export const autoChatScopes: Migration = {
  version: 7,
  kind: 'contracts',
  statements: ({ text, integer, clustered }) => [
    `create table auto_chat_scopes (
      license_id ${integer} not null references licenses (id),
      id ${text} not null,
      definition ${text} not null,
      primary key (license_id, id)
    )${clustered}`,
  ],
}
