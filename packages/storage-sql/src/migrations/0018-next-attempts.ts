import type { DdlTypes, Migration } from './migration.js'

/** Adds when a delivery is tried again after an attempt. It is unknown for earlier attempts. */
export const nextAttempts: Migration = {
  version: 18,
  kind: 'expands',
  statements: ({ integer }: DdlTypes) => [`alter table delivery_attempts add column next_at ${integer}`],
}
