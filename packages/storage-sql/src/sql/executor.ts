import type { Cancellation } from '@parley/core/storage'
import type { Statement } from './statement.js'

/** A row as the driver returns it. The decoding functions of each table check it. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Runs statements on one connection. SQLite returns synchronously, PostgreSQL asynchronously, and callers await both.
 * The driver's errors must already be `StorageError`s when the storage port has a code for them.
 */
export interface SqlExecutor {
  /**
   * Returns the rows of a statement. `turn` says who asks for a statement that may take long; it is skipped when the
   * read was cancelled.
   */
  all<Params>(
    statement: Statement<Params>,
    params: Params,
    turn?: ReadTurn,
  ): readonly Row[] | Promise<readonly Row[]>
  /** Runs a statement and returns the number of rows written. */
  run<Params>(statement: Statement<Params>, params: Params): number | Promise<number>
}

/** License of a long read, and its cancellation. Licenses take turns when reads have to wait. */
export interface ReadTurn {
  readonly licenseId: number
  readonly cancellation: Cancellation | undefined
}

/** Returns the first row of a statement, or `undefined`. */
export async function first<Params>(
  executor: SqlExecutor,
  statement: Statement<Params>,
  params: Params,
): Promise<Row | undefined> {
  const rows = await executor.all(statement, params)
  return rows[0]
}
