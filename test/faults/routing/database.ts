import { openTestPool } from '../../support/postgres.js'
import { openSqlite } from '../../support/sqlite-file.js'
import type { Location } from '../engine-process.js'

type Row = Readonly<Record<string, unknown>>

/** A connection to the database beside those of the engines. */
export interface Database {
  run(statement: string): Promise<void>
  all(query: string): Promise<readonly Row[]>
  close(): Promise<void>
}

const busyMs = 5_000

export function openDatabase(location: Location): Database {
  return location.kind === 'sqlite' ? sqlite(location.filename) : postgres(location.connectionString)
}

function sqlite(filename: string): Database {
  const database = openSqlite(filename, busyMs)
  return {
    run: async (statement) => (await database).exec(statement),
    all: async (query) => (await database).prepare(query).all(),
    close: async () => (await database).close(),
  }
}

function postgres(connectionString: string): Database {
  const pool = openTestPool({ connectionString, max: 1 })
  return {
    run: async (statement) => void (await pool.query(statement)),
    all: async (query) => (await pool.query<Row>(query)).rows,
    close: () => pool.end(),
  }
}
