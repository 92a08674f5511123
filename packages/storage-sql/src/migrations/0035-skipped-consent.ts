import type { DdlTypes, Migration } from './migration.js'

/** Apps whose users are not asked for consent. Only adds, so the previous release keeps working. */
export const skippedConsent: Migration = {
  version: 35,
  kind: 'expands',
  statements: ({ boolean }: DdlTypes) => [
    `alter table apps add column skips_consent ${boolean} not null default false`,
  ],
}
