import type { DdlTypes, Migration } from './migration.js'

/** Adds the ids by which the host knows agents and customers. It only adds, so the previous release keeps working. */
export const externalIds: Migration = {
  version: 34,
  kind: 'expands',
  statements: ({ text }: DdlTypes) => [
    `alter table agents add column external_id ${text}`,
    `create unique index agents_by_external_id on agents (license_id, external_id)
      where external_id is not null and removed_at is null`,
    `alter table customers add column external_id ${text}`,
    `create unique index customers_by_external_id on customers (license_id, external_id)
      where external_id is not null`,
  ],
}
