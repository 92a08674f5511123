import type { Row } from '@parley/storage-sql'

/** Name of a driver, which is also the name of the module that it uses. */
export type DriverName = 'better-sqlite3' | 'node:sqlite'

/** A library that opens SQLite databases. All that differs between the libraries is behind this interface. */
export interface SqliteDriver {
  /**
   * Opens a database file, or a database in memory for `':memory:'`. A missing file is created unless the connection is
   * read-only. Throws the error of the library.
   */
  open(filename: string, options: OpenOptions): SqliteDatabase
  /** Returns SQLite's primary result code for an error of the library, such as `BUSY`; `undefined` for other errors. */
  resultCode(error: unknown): string | undefined
}

export interface OpenOptions {
  readonly isReadonly: boolean
  /** Maximum time that a statement blocks its thread while another connection holds a lock, in milliseconds. */
  readonly busyTimeoutMs: number
}

/** A connection. It throws the errors of its library. */
export interface SqliteDatabase {
  readonly isInTransaction: boolean
  prepare(sql: string): SqliteStatement
  /** Runs statements without parameters and ignores their rows. */
  exec(sql: string): void
  close(): void
}

/** A prepared statement. The statements of both libraries have these methods. */
export interface SqliteStatement {
  all(...values: readonly unknown[]): Row[]
  get(...values: readonly unknown[]): Row | undefined
  run(...values: readonly unknown[]): { readonly changes: number | bigint }
}
