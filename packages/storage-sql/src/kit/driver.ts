import type { Row } from '../sql/executor.js'

/** A statement with its values, in the placeholders of the dialect. */
export interface SqlQuery {
  readonly sql: string
  /** Name that is unique among all statements, for drivers that prepare a statement once. */
  readonly name?: string
  readonly values?: unknown[]
}

/** Outcome of a statement. */
export interface SqlResult {
  readonly rows: readonly Row[]
  /** Number of rows that the statement found, for a select, or wrote. `null` when the database does not count. */
  readonly rowCount: number | null
}

/** Explains an error of the driver. */
export interface SqlFailure {
  /**
   * `conflict`: another transaction was in the way, and the same work may succeed when it runs again. `unavailable`: the
   * database cannot do any work now. `rejected`: the statement or its values are wrong.
   */
  readonly kind: 'conflict' | 'unavailable' | 'rejected'
  /** Whether the connection can run further statements. */
  readonly isConnectionIntact: boolean
  /** Text of the `StorageError`, unless the error is `rejected`. */
  readonly message: string
}

/**
 * One connection, used by one caller at a time. Its functions throw the errors of the driver as they are, and no call
 * may take longer than {@link statementMs}.
 */
export interface SqlConnection {
  run(query: SqlQuery): Promise<SqlResult>
  /** Begins a transaction in which each statement sees what was committed before it began (READ COMMITTED). */
  begin(): Promise<void>
  /** Commits durably. Throws when the database has rolled back instead. */
  commit(): Promise<void>
  rollback(): Promise<void>
  /**
   * Runs `migrate` on this connection while no other node can migrate the same database. If the database can change
   * tables in a transaction, the changes commit together.
   */
  exclusively(migrate: () => Promise<void>): Promise<void>
  /** Gives the connection back. A broken one must not be used again, and its open transaction ends. */
  release(state: 'intact' | 'broken'): void
}

/** Connects to one database. The functions throw the errors of the driver as they are. */
export interface SqlDriver {
  /** Query with one row: `time`, the time of the server in milliseconds since 1970. */
  readonly selectTime: string
  /**
   * Connects for the first time. Throws a `StorageError` that says how to fix it when the database cannot be reached, or
   * would fail in use.
   */
  open(): Promise<void>
  /** Takes a connection from the pool. Throws when none becomes free in time. */
  connect(): Promise<SqlConnection>
  describeError(error: unknown): SqlFailure
  /** Ends all connections. Also called after `open` has failed. */
  close(): Promise<void>
}
