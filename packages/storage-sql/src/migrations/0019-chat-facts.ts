import type { DdlTypes, Migration } from './migration.js'

/**
 * Adds the stored facts of each chat, for clients that were disconnected. The sequence of existing events is unknown.
 */
export const chatFacts: Migration = {
  version: 19,
  kind: 'expands',
  statements: ({ text, integer, clustered }: DdlTypes) => [
    `alter table events add column sequence ${integer}`,
    `create table chat_facts (
      chat_id ${text} not null,
      sequence ${integer} not null,
      at ${integer} not null,
      facts ${text} not null,
      primary key (chat_id, sequence)
    )${clustered}`,
    'create index chat_facts_by_age on chat_facts (at)',
  ],
}
