import { createVersionTable, integer, migrationStatements, selectVersion } from '@parley/storage-sql'
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
    for (const statement of migrationStatements(ddl, version, targetVersion)) connection.execute(statement)
    connection.execute('commit')
  } catch (error) {
    if (connection.isInTransaction) connection.execute('rollback')
    throw error
  }
}
