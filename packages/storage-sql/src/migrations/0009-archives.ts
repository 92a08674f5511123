import type { DdlTypes, Migration } from './migration.js'

/**
 * Adds the index of threads by license and age, and the search index. Existing events are indexed in the background.
 */
export const archives: Migration = {
  version: 9,
  kind: 'contracts',
  statements: (ddl) => [...threadsOfLicense(ddl), ...ddl.searchTables, ...indexingTables(ddl)],
}

function threadsOfLicense({ integer }: DdlTypes): string[] {
  return [
    `alter table threads add column license_id ${integer} not null default 0`,
    'update threads set license_id = (select license_id from chats where chats.id = threads.chat_id)',
    'create index threads_of_license on threads (license_id, created_at desc, id desc)',
  ]
}

function indexingTables({ text, integer, boolean, clustered, plain }: DdlTypes): string[] {
  return [
    `create table search_places (
      chat_id ${text} primary key not null,
      thread_order ${integer} not null,
      event_order ${integer} not null,
      is_behind ${boolean} not null
    )${clustered}`,
    'create index search_places_behind on search_places (chat_id) where is_behind',
    'insert into search_places (chat_id, thread_order, event_order, is_behind) select id, 1, 0, true from chats',
    `create table search_progress (
      id ${integer} primary key not null,
      indexed_until ${integer} not null
    )${plain}`,
    'insert into search_progress (id, indexed_until) select 1, coalesce(max(last_activity_at), 0) from chats',
  ]
}
