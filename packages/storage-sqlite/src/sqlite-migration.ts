import {
  createVersionTables,
  type Fill,
  filled,
  migrationStatements,
  pendingMigrations,
  selectVersion,
} from '@parley/storage-sql'
import type { SqliteConnection } from './sqlite-connection.js'
import { sqliteDialect } from './sqlite-dialect.js'

/**
 * Migrates the schema to the newest version, or to `targetVersion`, under the write lock. When two nodes start at the
 * same time, the second finds the work done.
 */
export function migrateDatabase(connection: SqliteConnection, targetVersion?: number): void {
  const { ddl } = sqliteDialect
  connection.execute('begin immediate')
  try {
    for (const statement of createVersionTables(ddl)) connection.execute(statement)
    const [row] = connection.query(selectVersion)
    for (const migration of pendingMigrations(row, targetVersion)) {
      for (const statement of migrationStatements(ddl, migration)) connection.execute(statement)
      if (migration.fill) fillTables(connection, migration.fill(sqliteDialect))
    }
    connection.execute('commit')
  } catch (error) {
    if (connection.isInTransaction) connection.execute('rollback')
    throw error
  }
}

function fillTables(connection: SqliteConnection, fill: Fill): void {
  let after = ''
  for (;;) {
    const next = filled(fill, connection.all(fill.read, { after }))
    if (next === undefined) return
    for (const params of next.batches) {
      const conflicts = fill.conflicts === undefined ? [] : connection.all(fill.conflicts.read, params)
      if (fill.conflicts !== undefined && conflicts.length > 0) throw fill.conflicts.error(conflicts)
      for (const write of fill.writes) connection.run(write, params)
    }
    after = next.after
  }
}
