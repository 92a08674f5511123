import type { DdlTypes, Migration } from './migration.js'

/** Adds the sequence of each chat, the configuration of licenses, webhook deliveries, and the leases of nodes. */
export const outboxAndNodes: Migration = {
  version: 4,
  kind: 'contracts',
  statements: (ddl) => [
    ...sequenceColumns(ddl),
    ...configurationTables(ddl),
    ...deliveryTables(ddl),
    ...nodeTables(ddl),
  ],
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

function deliveryTables({ text, integer, boolean, ordinal, plain }: DdlTypes): string[] {
  return [
    `create table deliveries (
      position ${ordinal},
      id ${text} not null unique,
      license_id ${integer} not null,
      webhook_id ${text} not null,
      chat_id ${text},
      fact ${text} not null,
      event_order ${integer},
      sequence ${integer},
      created_at ${integer} not null,
      attempt_count ${integer} not null default 0,
      due_at ${integer} not null,
      is_parked ${boolean} not null default false,
      owner ${text},
      lease_until ${integer} not null default 0
    )${plain}`,
    'create index deliveries_due on deliveries (is_parked, due_at, position)',
    'create index deliveries_in_line on deliveries (webhook_id, chat_id, position) where chat_id is not null',
    `create table failed_deliveries (
      id ${text} primary key not null,
      license_id ${integer} not null,
      webhook_id ${text} not null,
      chat_id ${text},
      fact ${text} not null,
      event_order ${integer},
      sequence ${integer},
      created_at ${integer} not null,
      attempt_count ${integer} not null,
      failed_at ${integer} not null,
      reason ${text} not null
    )${plain}`,
    'create index failed_deliveries_of_license on failed_deliveries (license_id, failed_at desc, id desc)',
    'create index failed_deliveries_by_age on failed_deliveries (failed_at)',
  ]
}

function nodeTables({ text, integer, clustered, plain }: DdlTypes): string[] {
  return [
    `create table nodes (
      id ${text} primary key not null,
      lease_until ${integer} not null
    )${plain}`,
    `create table presences (
      agent_id ${text} not null,
      node_id ${text} not null,
      primary key (agent_id, node_id)
    )${clustered}`,
    'create index presences_of_node on presences (node_id)',
  ]
}
