import { createVersionTable, integer, migrationStatements, selectVersion } from '@parley/storage-sql'
import type { Session } from './postgres-client.js'
import { postgresDialect } from './postgres-dialect.js'

/** Any constant of ours: two nodes that start at once migrate one after the other. */
const migrationLock = 7_217_539

/** Brings the schema up to date, or to `targetVersion`. */
export async function migrateDatabase(session: Session, targetVersion?: number): Promise<void> {
  const { ddl } = postgresDialect
  await session.execute('begin')
  try {
    await session.query(`select pg_advisory_xact_lock(${migrationLock})`)
    await session.execute(createVersionTable(ddl))
    const [row] = await session.query(selectVersion)
    const version = row === undefined ? 0 : integer(row, 'version')
    for (const statement of migrationStatements(ddl, version, targetVersion)) await session.execute(statement)
    await session.execute('commit')
  } catch (error) {
    // The connection ends, and with it what it has begun.
    session.abandon()
    throw error
  }
}
