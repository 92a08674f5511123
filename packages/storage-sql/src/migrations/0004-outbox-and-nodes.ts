import type { DdlTypes, Migration } from './migration.js'

/** The sequence of each chat; what licenses have configured, webhook deliveries, and the leases of nodes. */
export const outboxAndNodes: Migration = {
  version: 4,
  statements: (ddl) => [...sequenceColumns(ddl), ...configurationTables(ddl)],
}

function sequenceColumns({ integer }: DdlTypes): string[] {
  return [
    `alter table chats add column sequence ${integer} not null default 1`,
    `alter table chats add column sequence_at ${integer} not null default 0`,
    'update chats set sequence_at = created_at',
  ]
}

function configurationTables({ text, integer, clustered }: DdlTypes): string[] {
  return [
    `alter table licenses add column configuration_revision ${integer} not null default 0`,
    `create table property_definitions (
      license_id ${integer} not null references licenses (id),
      namespace ${text} not null,
      name ${text} not null,
      definition ${text} not null,
      primary key (license_id, namespace, name)
    )${clustered}`,
  ]
}
