import type { Migration } from './migration.js'

/** Which application is on a device, and when it was heard of, by which the number of an agent's devices is bounded. */
export const devices: Migration = {
  version: 11,
  kind: 'contracts',
  statements: ({ text, integer }) => [
    `alter table devices add column application_name ${text}`,
    `alter table devices add column application_version ${text}`,
    `alter table devices add column put_at ${integer} not null default 0`,
  ],
}
