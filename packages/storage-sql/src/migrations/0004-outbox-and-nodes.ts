import type { DdlTypes, Migration } from './migration.js'

/** The sequence of each chat; what licenses have configured, webhook deliveries, and the leases of nodes. */
export const outboxAndNodes: Migration = {
  version: 4,
  statements: (ddl) => [...sequenceColumns(ddl)],
}

function sequenceColumns({ integer }: DdlTypes): string[] {
  return [
    `alter table chats add column sequence ${integer} not null default 1`,
    `alter table chats add column sequence_at ${integer} not null default 0`,
    'update chats set sequence_at = created_at',
  ]
}
