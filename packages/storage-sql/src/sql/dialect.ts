import type { SearchTerm } from '@parley/core/storage'
import type { AliasableExpression, Expression, Kysely, RawBuilder, SelectQueryNode, SqlBool } from 'kysely'
import type { DdlTypes } from '../migrations/ddl-types.js'
import type { ColumnTypes } from './column-types.js'
import type { Tables } from './tables.js'

/** A select in the form that Kysely's JSON functions accept. */
export interface Subquery<Row> extends AliasableExpression<Row> {
  readonly isSelectQueryBuilder: true
  toOperationNode(): SelectQueryNode
}

/** Full-text index of the database. It holds tokens as they are; only core decides what a word is. */
export interface SearchDialect {
  /**
   * Returns the statements that insert rows into the index, in their order. All use the same rows, with the columns of
   * `searchRowColumns`.
   */
  inserts(given: RawBuilder<unknown>): readonly RawBuilder<unknown>[]
  /** Returns a query for `thread_id` and `created_at` of the thread of each matching event. Threads may repeat. */
  matches(terms: Expression<string>): RawBuilder<unknown>
  /** Encodes terms for `matches`, all of which must match. They consist of letters and digits only. */
  encodeTerms(terms: readonly SearchTerm[]): string
}

/** Everything in which the databases differ. Used while statements are built, never while they run. */
export interface SqlDialect {
  /** Query builder without a connection. */
  readonly builder: Kysely<Tables>
  readonly ddl: DdlTypes
  readonly search: SearchDialect
  /** Whether a select can change rows in its `with` clause, which saves a round trip. */
  readonly readsCanWrite: boolean
  /** Whether a query in a `from` clause can refer to earlier items of the clause. */
  readonly joinsLateral: boolean
  /** Whether a query in a `from` clause cannot refer to the outer query. Such a database counts and ranks more rows. */
  readonly lacksOuterReferences?: true
  /**
   * Clause at the end of a select of one row, or of rows in a fixed order. It keeps other transactions from changing
   * them.
   */
  readonly lockClause: RawBuilder<unknown>
  /** Clause like `lockClause`, but any number of transactions can hold this lock at the same time. */
  readonly shareClause: RawBuilder<unknown>
  /** Clause at the end of a select. It locks the rows for deletion and skips rows that others have locked. */
  readonly skipLockedClause: RawBuilder<unknown>
  /** Clause at the end of a select. It keeps the rows from being deleted and skips rows that others may delete. */
  readonly keepClause: RawBuilder<unknown>
  /**
   * Returns an expression, to be selected on its own, that waits for the lock of a key and holds it until the
   * transaction ends.
   */
  lockKey(key: Expression<string>): RawBuilder<unknown>
  /** Converts a JavaScript value to what the driver accepts as a parameter. */
  encode(value: unknown): unknown
  /** Returns the condition that `column` is in a list, which is one parameter. */
  isOneOf<T>(column: Expression<T>, list: Expression<readonly T[]>): Expression<SqlBool>
  /**
   * Returns the condition that `column` is in the result of a query. The query is read first, so the rows are found by
   * the column, however many others there are.
   */
  isAmong<T>(column: Expression<T>, query: RawBuilder<T>): Expression<SqlBool>
  greatest<T>(left: Expression<T>, right: Expression<T>): Expression<T>
  /** Returns the rows of a query as one JSON text, in their order. */
  jsonArray<Row>(query: Subquery<Row>): RawBuilder<string>
  /**
   * Returns `select <columns> from` a JSON array of objects, which is one parameter or the result of
   * {@link jsonValues}.
   */
  selectFromJson(columns: ColumnTypes, json: Expression<string>): RawBuilder<unknown>
  /** Returns the values of a JSON object as a JSON array. */
  jsonValues(json: Expression<string>): RawBuilder<string>
  /** Returns a JSON object with the members of `changes` set. */
  mergeJson(json: Expression<string>, changes: Expression<string>): RawBuilder<string>
}
