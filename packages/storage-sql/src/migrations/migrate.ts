import { initial } from './0001-initial.js'
import type { DdlTypes, Migration } from './migration.js'

/** Every step, by ascending version. */
export const migrations: readonly Migration[] = [initial]

/** A connection inside a transaction that no other node's migration can be in at the same time. */
export interface MigrationConnection {
  /** Runs one statement without parameters. */
  run(sql: string): unknown
  /** The newest version recorded in `parley_migrations`, 0 when none is. */
  version(): number | Promise<number>
}

/**
 * Brings the schema up to date, or up to `targetVersion`. A database that a newer Parley has migrated is
 * refused: nothing is known of its schema.
 */
export async function migrate(
  connection: MigrationConnection,
  ddl: DdlTypes,
  targetVersion: number = migrations.length,
): Promise<void> {
  await connection.run(
    `create table if not exists parley_migrations (version ${ddl.integer} primary key not null)`,
  )
  const version = await connection.version()
  if (version > migrations.length) {
    throw new Error(`the database has schema version ${version}; this release knows ${migrations.length}`)
  }
  for (const migration of migrations) {
    if (migration.version > version && migration.version <= targetVersion) {
      for (const statement of migration.statements(ddl)) await connection.run(statement)
      await connection.run(`insert into parley_migrations (version) values (${migration.version})`)
    }
  }
}
