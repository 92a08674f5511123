import type { SqlDialect } from '../dialect.js'
import type { Row } from '../executor.js'
import type { RowsParams } from '../insert-rows.js'
import type { Statement } from '../statement.js'
import type { DdlTypes } from './ddl-types.js'

export type { DdlTypes }

/** One step of the schema. Never changed once released: databases that ran it exist. */
export interface Migration {
  /** Greater than that of the step before. */
  readonly version: number
  /**
   * `expands`: it only adds, so the release before goes on working on the same database while nodes are replaced.
   * `contracts`: it does not; nodes of that release serve no longer once it has run. What is renamed, removed or has to be
   * written by everybody takes two releases: one that expands, and a later one that contracts.
   */
  readonly kind: 'expands' | 'contracts'
  statements(ddl: DdlTypes): readonly string[]
  /** What comes after its statements. */
  fill?(dialect: SqlDialect): Fill
}

/** Changes what is there where SQL alone cannot, piece by piece. */
export interface Fill {
  /** The next rows after an `id`, in its order and each with its own; none: it is done. */
  readonly read: Statement<{ after: string }>
  /** Rows to be written for those that were read. */
  batchesOf(rows: readonly Row[]): readonly (readonly object[])[]
  /** Rows of a batch that cannot be written, asked for before it is; with some the migration fails with the error. */
  readonly conflicts?: { readonly read: Statement<RowsParams>; error(rows: readonly Row[]): Error }
  /** One after the other, of each batch. */
  readonly writes: readonly Statement<RowsParams>[]
}
