import type { Migration } from './migration.js'

/** What an agent is in each of its groups, which were `[0,7]` before. An agent is in one at least. */
export const groupPriorities: Migration = {
  version: 13,
  kind: 'contracts',
  statements: () => [
    'alter table agents rename column group_ids to groups',
    `update agents set groups = '[{"id":' ||
      replace(substr(groups, 2, length(groups) - 2), ',', ',"priority":"normal"},{"id":') ||
      ',"priority":"normal"}]'`,
  ],
}
