import type { Cancellation } from '@parley/core/ports'
import type { Statement } from './statement.js'

/** A row as the driver answers it; the decoding functions of each table check it. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Runs statements on one connection. SQLite answers at once, PostgreSQL later; callers await either. What a
 * driver throws must already be a `StorageError` where the storage port names the failure.
 */
export interface SqlExecutor {
  /** `turn`: of a statement that may take long, for whom it is; it is not run where nobody waits for it any more. */
  all<Params>(
    statement: Statement<Params>,
    params: Params,
    turn?: ReadTurn,
  ): readonly Row[] | Promise<readonly Row[]>
  /** The number of rows written. */
  run<Params>(statement: Statement<Params>, params: Params): number | Promise<number>
}

/** Licenses take turns where reads have to wait for each other. */
export interface ReadTurn {
  readonly licenseId: number
  readonly cancellation: Cancellation | undefined
}

export async function first<Params>(
  executor: SqlExecutor,
  statement: Statement<Params>,
  params: Params,
): Promise<Row | undefined> {
  const rows = await executor.all(statement, params)
  return rows[0]
}
