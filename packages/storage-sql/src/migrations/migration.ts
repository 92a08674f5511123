import type { SqlDialect } from '../sql/dialect.js'
import type { Row } from '../sql/executor.js'
import type { RowsParams } from '../sql/insert-rows.js'
import type { Statement } from '../sql/statement.js'
import type { DdlTypes } from './ddl-types.js'

export type { DdlTypes }

/** One step of the schema. It never changes once released, because databases that ran it exist. */
export interface Migration {
  /** Version, greater than that of the previous step. */
  readonly version: number
  /**
   * `expands`: the step only adds, so the previous release keeps working on the same database while nodes are replaced.
   * `contracts`: nodes of the previous release stop working once it has run.
   *
   * Renaming or removing something, or adding something that every node has to write, takes two releases: one that
   * expands, and a later one that contracts.
   */
  readonly kind: 'expands' | 'contracts'
  statements(ddl: DdlTypes): readonly string[]
  /** Returns the fill that follows the statements. */
  fill?(dialect: SqlDialect): Fill
}

/** Changes existing rows where SQL alone cannot, batch by batch. */
export interface Fill {
  /**
   * Reads the next rows after an `id`, ordered by `id`, which each row must contain. No rows means that the fill is
   * done.
   */
  readonly read: Statement<{ after: string }>
  /** Returns the rows to write for those that were read. */
  batchesOf(rows: readonly Row[]): readonly (readonly object[])[]
  /** Finds rows of a batch that cannot be written. If there are any, the migration fails with the error. */
  readonly conflicts?: { readonly read: Statement<RowsParams>; error(rows: readonly Row[]): Error }
  /** Statements that run for each batch, in their order. */
  readonly writes: readonly Statement<RowsParams>[]
}
