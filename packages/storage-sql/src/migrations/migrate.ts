import { integer, text } from '../sql/columns.js'
import type { Row } from '../sql/executor.js'
import type { RowsParams } from '../sql/insert-rows.js'
import { initial } from './0001-initial.js'
import { authorization } from './0002-authorization.js'
import { threadBytes } from './0003-thread-bytes.js'
import { outboxAndNodes } from './0004-outbox-and-nodes.js'
import { headProperties } from './0005-head-properties.js'
import { chatPropertyTerms } from './0006-property-terms.js'
import { autoChatScopes } from './0007-auto-chat-scopes.js'
import { files } from './0008-files.js'
import { archives } from './0009-archives.js'
import { richMessages } from './0010-rich-messages.js'
import { devices } from './0011-devices.js'
import { sharedActivity } from './0012-shared-activity.js'
import { groupPriorities } from './0013-group-priorities.js'
import { routing } from './0014-routing.js'
import { threadBeginnings } from './0015-thread-beginnings.js'
import { bots } from './0016-bots.js'
import { webhooks } from './0017-webhooks.js'
import { nextAttempts } from './0018-next-attempts.js'
import { chatFacts } from './0019-chat-facts.js'
import { deliveryPayloads } from './0024-delivery-payloads.js'
import { codeScopes } from './0025-code-scopes.js'
import { outdatedWords } from './0026-outdated-words.js'
import { composedLogins } from './0027-composed-logins.js'
import { threadPropertyTerms } from './0028-thread-property-terms.js'
import { externalIds } from './0034-external-ids.js'
import { skippedConsent } from './0035-skipped-consent.js'
import type { DdlTypes, Fill, Migration } from './migration.js'

/** All migrations by ascending version. Versions may have gaps. */
export const migrations: readonly Migration[] = [
  initial,
  authorization,
  threadBytes,
  outboxAndNodes,
  headProperties,
  chatPropertyTerms,
  autoChatScopes,
  files,
  archives,
  richMessages,
  devices,
  sharedActivity,
  groupPriorities,
  routing,
  threadBeginnings,
  bots,
  webhooks,
  nextAttempts,
  chatFacts,
  deliveryPayloads,
  codeScopes,
  outdatedWords,
  composedLogins,
  threadPropertyTerms,
  externalIds,
  skippedConsent,
]

/** Schema version of an up-to-date database. */
export const newestVersion = migrations.reduce((newest, { version }) => Math.max(newest, version), 0)

/** Returns the statements that create the version tables. */
export function createVersionTables(ddl: DdlTypes): readonly string[] {
  return ['parley_migrations', 'parley_contractions'].map((table) => {
    return `create table if not exists ${table} (version ${ddl.integer} primary key not null)`
  })
}

/**
 * Query with one row: the newest version that has run (0 for an empty database), and the newest version that contracts.
 * A release that does not know the latter cannot work with the schema.
 */
export const selectVersion = `select coalesce((select max(version) from parley_migrations), 0) as version,
  coalesce((select max(version) from parley_contractions), 0) as contracted`

/**
 * Returns whether a newer release has changed the schema so that this one cannot work with it. `row` is the result of
 * {@link selectVersion}.
 */
export function isOutdated(row: Row | undefined): boolean {
  return row !== undefined && integer(row, 'contracted') > newestVersion
}

/**
 * Returns the migrations that bring a database up to date, or to `targetVersion`. Run them in one transaction that
 * excludes migrations of other nodes. `row` is the result of {@link selectVersion}. Throws when a newer release has
 * migrated the database and this one cannot work with it.
 */
export function pendingMigrations(
  row: Row | undefined,
  targetVersion: number = newestVersion,
): readonly Migration[] {
  if (row !== undefined && isOutdated(row)) {
    const contracted = integer(row, 'contracted')
    throw new Error(
      `the database has schema version ${contracted}; this release knows ${newestVersion}: start the newer release, or restore a backup`,
    )
  }
  const version = row === undefined ? 0 : integer(row, 'version')
  return migrations.filter((step) => step.version > version && step.version <= targetVersion)
}

/** Returns the statements of one migration, without its fill. */
export function migrationStatements(ddl: DdlTypes, migration: Migration): readonly string[] {
  const { version, kind } = migration
  const tables = kind === 'contracts' ? ['parley_migrations', 'parley_contractions'] : ['parley_migrations']
  return [
    ...migration.statements(ddl),
    ...tables.map((table) => `insert into ${table} (version) values (${version})`),
  ]
}

/** Returns the batches to write for the rows that were read, and the `id` after which to continue. */
export function filled(
  fill: Fill,
  rows: readonly Row[],
): { readonly batches: readonly RowsParams[]; readonly after: string } | undefined {
  const last = rows.at(-1)
  if (last === undefined) return undefined
  const batches = fill.batchesOf(rows).filter((batch) => batch.length > 0)
  return { batches: batches.map((batch) => ({ rows: JSON.stringify(batch) })), after: text(last, 'id') }
}
