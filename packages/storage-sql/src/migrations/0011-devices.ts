import type { Migration } from './migration.js'

/** Adds the application of a device and when it was last registered, which limits the number of devices per agent. */
export const devices: Migration = {
  version: 11,
  kind: 'contracts',
  statements: ({ text, integer }) => [
    `alter table devices add column application_name ${text}`,
    `alter table devices add column application_version ${text}`,
    `alter table devices add column put_at ${integer} not null default 0`,
  ],
}
