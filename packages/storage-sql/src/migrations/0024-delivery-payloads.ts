import type { DdlTypes, Migration } from './migration.js'

/** Moves the payloads of deliveries to their own table, so that the deliveries of one fact share them. */
export const deliveryPayloads: Migration = {
  version: 24,
  kind: 'contracts',
  statements: (ddl) => [
    ...payloadTable(ddl),
    ...referring(ddl, 'deliveries', '1, 0'),
    ...referring(ddl, 'failed_deliveries', '0, 1'),
  ],
}

function payloadTable({ text, integer, plain }: DdlTypes): string[] {
  return [
    `create table delivery_payloads (
      id ${text} primary key not null,
      license_id ${integer} not null,
      bytes ${integer} not null,
      waiting_count ${integer} not null,
      failed_count ${integer} not null default 0,
      payload ${text} not null
    )${plain}`,
    'create index delivery_payloads_of_license on delivery_payloads (license_id, id)',
  ]
}

/** Moves payloads. Each existing delivery gets its own payload with the same id. */
function referring({ text }: DdlTypes, table: string, counts: string): string[] {
  return [
    `insert into delivery_payloads (id, license_id, bytes, waiting_count, failed_count, payload)
      select id, license_id, octet_length(payload), ${counts}, payload from ${table}`,
    `alter table ${table} add column payload_id ${text} not null default ''`,
    `update ${table} set payload_id = id`,
    `alter table ${table} drop column payload`,
  ]
}
