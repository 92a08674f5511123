import {
  createVersionTable,
  type Fill,
  filled,
  integer,
  migrationStatements,
  pendingMigrations,
  selectVersion,
} from '@parley/storage-sql'
import type { SqliteConnection } from './sqlite-connection.js'
import { sqliteDialect } from './sqlite-dialect.js'

/**
 * Brings the schema up to date, or to `targetVersion`, under the write lock: of two nodes that start at once the
 * second finds the work done.
 */
export function migrateDatabase(connection: SqliteConnection, targetVersion?: number): void {
  const { ddl } = sqliteDialect
  connection.execute('begin immediate')
  try {
    connection.execute(createVersionTable(ddl))
    const [row] = connection.query(selectVersion)
    const version = row === undefined ? 0 : integer(row, 'version')
    for (const migration of pendingMigrations(version, targetVersion)) {
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
    connection.run(fill.write, next.params)
    after = next.after
  }
}
