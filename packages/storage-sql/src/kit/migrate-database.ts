import {
  createVersionTables,
  filled,
  migrationStatements,
  pendingMigrations,
  selectVersion,
} from '../migrations/migrate.js'
import type { Fill } from '../migrations/migration.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { SqlDriver } from './driver.js'
import { onSession, type Session } from './session.js'

/** Migrates the schema to the newest version, or to `targetVersion`. */
export function migrateDatabase(
  driver: SqlDriver,
  dialect: SqlDialect,
  targetVersion?: number,
): Promise<void> {
  return onSession(driver, async (session) => {
    try {
      await session.exclusively(() => migrate(session, dialect, targetVersion))
    } catch (error) {
      // Closing the connection rolls the transaction back, and frees the lock.
      session.abandon()
      throw error
    }
  })
}

async function migrate(session: Session, dialect: SqlDialect, targetVersion?: number): Promise<void> {
  const { ddl } = dialect
  for (const statement of createVersionTables(ddl)) await session.query(statement)
  const [row] = await session.query(selectVersion)
  for (const migration of pendingMigrations(row, targetVersion)) {
    for (const statement of migrationStatements(ddl, migration)) await session.query(statement)
    if (migration.fill) await fillTables(session, migration.fill(dialect))
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
