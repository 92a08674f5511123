import type { Migration } from './migration.js'

/**
 * Adds the priority of an agent in each group. The column held a list such as `[0,7]` before. An agent is in at least
 * one group.
 */
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
