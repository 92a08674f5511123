import type { SearchTerm } from '@parley/core/ports'
import type { AliasableExpression, Expression, Kysely, RawBuilder, SelectQueryNode, SqlBool } from 'kysely'
import type { ColumnTypes } from './column-types.js'
import type { DdlTypes } from './migrations/ddl-types.js'
import type { Tables } from './tables.js'

/** A select as Kysely's JSON functions take it. */
export interface Subquery<Row> extends AliasableExpression<Row> {
  readonly isSelectQueryBuilder: true
  toOperationNode(): SelectQueryNode
}

/**
 * The full-text index of the database itself. It holds tokens as they are given: what a word is, core alone decides.
 */
export interface SearchDialect {
  /** In this order, each over the same rows, which have the columns of `searchRowColumns`. */
  inserts(given: RawBuilder<unknown>): readonly RawBuilder<unknown>[]
  /** `thread_id` and `created_at` of the thread of each event that is found; such threads may repeat. */
  matches(terms: Expression<string>): RawBuilder<unknown>
  /** What `matches` takes: all of them, of letters and digits alone. */
  encodeTerms(terms: readonly SearchTerm[]): string
}

/** All that the two databases disagree about. Asked while statements are built, never while they run. */
export interface SqlDialect {
  /** Builds and compiles; has no connection. */
  readonly builder: Kysely<Tables>
  readonly ddl: DdlTypes
  readonly search: SearchDialect
  /** Whether a select can change rows in its `with` clause, which saves a round trip. */
  readonly readsCanWrite: boolean
  /** Whether a query in a `from` clause can go by the rows before it. */
  readonly joinsLateral: boolean
  /**
   * Goes at the end of a select of one row, or of rows in a fixed order: keeps other transactions from changing them.
   */
  readonly lockClause: RawBuilder<unknown>
  /** The same, but any number of transactions can hold it at once. */
  readonly shareClause: RawBuilder<unknown>
  /** Goes at the end of a select: locks its rows for deletion, passing over those that others have locked. */
  readonly skipLockedClause: RawBuilder<unknown>
  /** Goes at the end of a select: keeps its rows from being deleted, passing over those that others may delete. */
  readonly keepClause: RawBuilder<unknown>
  /** Selected by itself: waits until no other transaction holds that key, and holds it until this one's end. */
  lockKey(key: Expression<string>): RawBuilder<unknown>
  /** JavaScript value of a parameter → what the driver takes. */
  encode(value: unknown): unknown
  /** `column` is one of a list that is given as one parameter. */
  isOneOf<T>(column: Expression<T>, list: Expression<readonly T[]>): Expression<SqlBool>
  /**
   * The same of what a query answers, which is read first: the rows are found by the column, however many others there
   * are.
   */
  isAmong<T>(column: Expression<T>, query: RawBuilder<T>): Expression<SqlBool>
  greatest<T>(left: Expression<T>, right: Expression<T>): Expression<T>
  /** The rows of a query as one JSON text, in their order. */
  jsonArray<Row>(query: Subquery<Row>): RawBuilder<string>
  /** `select <columns> from` a JSON array of objects: one parameter, or what {@link jsonValues} answers. */
  selectFromJson(columns: ColumnTypes, json: Expression<string>): RawBuilder<unknown>
  /** The values of a JSON object as a JSON array. */
  jsonValues(json: Expression<string>): RawBuilder<string>
  /** A JSON object with the members of `changes` set. */
  mergeJson(json: Expression<string>, changes: Expression<string>): RawBuilder<string>
}
