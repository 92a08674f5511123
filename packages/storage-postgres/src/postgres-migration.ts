import {
  createVersionTables,
  type Fill,
  filled,
  migrationStatements,
  pendingMigrations,
  selectVersion,
} from '@parley/storage-sql'
import type { Session } from './postgres-client.js'
import { postgresDialect } from './postgres-dialect.js'

/**
 * Key of the advisory lock for migrations, an arbitrary constant. Nodes that start at the same time migrate one after
 * the other.
 */
const migrationLock = 7_217_539

/** Migrates the schema to the newest version, or to `targetVersion`. */
export async function migrateDatabase(session: Session, targetVersion?: number): Promise<void> {
  const { ddl } = postgresDialect
  await session.execute('begin')
  try {
    await session.query(`select pg_advisory_xact_lock(${migrationLock})`)
    for (const statement of createVersionTables(ddl)) await session.execute(statement)
    const [row] = await session.query(selectVersion)
    for (const migration of pendingMigrations(row, targetVersion)) {
      for (const statement of migrationStatements(ddl, migration)) await session.execute(statement)
      if (migration.fill) await fillTables(session, migration.fill(postgresDialect))
    }
    await session.execute('commit')
  } catch (error) {
    // Closing the connection rolls the transaction back.
    session.abandon()
    throw error
  }
}

async function fillTables(session: Session, fill: Fill): Promise<void> {
  let after = ''
  for (;;) {
    const next = filled(fill, await session.all(fill.read, { after }))
    if (next === undefined) return
    for (const params of next.batches) {
      const conflicts = fill.conflicts === undefined ? [] : await session.all(fill.conflicts.read, params)
      if (fill.conflicts !== undefined && conflicts.length > 0) throw fill.conflicts.error(conflicts)
      for (const write of fill.writes) await session.run(write, params)
    }
    after = next.after
  }
}
