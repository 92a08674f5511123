import type { DdlTypes, Migration } from './migration.js'

/** When a delivery is tried again after an attempt; of former attempts nobody knows. */
export const nextAttempts: Migration = {
  version: 18,
  kind: 'expands',
  statements: ({ integer }: DdlTypes) => [`alter table delivery_attempts add column next_at ${integer}`],
}
