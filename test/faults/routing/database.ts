import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
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
  const database = new BetterSqlite(filename, { timeout: busyMs })
  return {
    run: async (statement) => void database.exec(statement),
    all: async (query) => database.prepare<unknown[], Row>(query).all(),
    close: async () => void database.close(),
  }
}

function postgres(connectionString: string): Database {
  const pool = new pg.Pool({ connectionString, max: 1 })
  return {
    run: async (statement) => void (await pool.query(statement)),
    all: async (query) => (await pool.query<Row>(query)).rows,
    close: () => pool.end(),
  }
}
