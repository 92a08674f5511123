import type { Migration } from './migration.js'

/** Codes remember whether the app has asked for other scopes than it was granted. Nodes of an earlier release store none. */
export const codeScopes: Migration = {
  version: 25,
  kind: 'expands',
  statements: ({ boolean }) => [
    `alter table codes add column names_scopes ${boolean} not null default false`,
  ],
}
