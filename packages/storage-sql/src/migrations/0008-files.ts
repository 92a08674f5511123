import type { Migration } from './migration.js'

/** Adds the metadata of files, and the secrets that all nodes share. */
export const files: Migration = {
  version: 8,
  kind: 'contracts',
  statements: ({ text, integer, boolean, plain }) => [
    `create table files (
      key ${text} primary key not null,
      license_id ${integer} not null references licenses (id),
      kind ${text} not null,
      created_at ${integer} not null,
      due_at ${integer},
      is_condemned ${boolean} not null default false,
      name ${text} not null default '',
      content_type ${text} not null default '',
      size ${integer} not null default 0,
      width ${integer},
      height ${integer},
      event_id ${text}
    )${plain}`,
    'create index files_due on files (due_at) where due_at is not null',
    `create table secrets (
      name ${text} primary key not null,
      value ${text} not null
    )${plain}`,
  ],
}
