import type { DdlTypes, Migration } from './migration.js'

/** What was told of each chat, for those who were not connected; of what is there already nobody knows its sequence. */
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
