import type { DdlTypes, Migration } from './migration.js'

/** Adds apps whose users are not asked for consent. It only adds, so the previous release keeps working. */
export const skippedConsent: Migration = {
  version: 35,
  kind: 'expands',
  statements: ({ boolean }: DdlTypes) => [
    `alter table apps add column skips_consent ${boolean} not null default false`,
  ],
}
