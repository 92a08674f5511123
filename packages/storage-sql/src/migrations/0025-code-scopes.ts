import type { Migration } from './migration.js'

/** Adds whether the app asked for scopes other than it was granted. Nodes of an earlier release do not store it. */
export const codeScopes: Migration = {
  version: 25,
  kind: 'expands',
  statements: ({ boolean }) => [
    `alter table codes add column names_scopes ${boolean} not null default false`,
  ],
}
