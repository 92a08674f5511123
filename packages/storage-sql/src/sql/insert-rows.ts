import { type RawBuilder, sql } from 'kysely'
import type { ColumnTypes, RowOf } from './column-types.js'
import type { SqlDialect } from './dialect.js'
import type { Param } from './statement.js'
import type { Tables } from './tables.js'

/** Rows as a JSON array of objects. */
export type RowsParams = { readonly rows: string }

export function encodeRows<Columns extends ColumnTypes>(rows: readonly RowOf<Columns>[]): RowsParams {
  return { rows: JSON.stringify(rows) }
}

interface InsertOptions {
  /** Columns whose value is computed from the row `given`. */
  readonly computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Condition that a row of `given` must meet to be inserted. */
  readonly condition?: RawBuilder<unknown>
  /** `on conflict` and `returning` clauses. */
  readonly ending?: RawBuilder<unknown>
}

/** Returns an insert of any number of rows, as one statement with one parameter. */
export function insertRows<Params extends RowsParams>(
  dialect: SqlDialect,
  table: keyof Tables,
  columns: ColumnTypes,
  param: Param<Params>,
  { computed = {}, condition = sql`true`, ending = sql`` }: InsertOptions = {},
) {
  const names = Object.keys(columns)
  const values = names.map((name) => computed[name] ?? sql.ref(`given.${name}`))
  // The `where` clause keeps SQLite from parsing the `on` of `on conflict` as a join condition.
  const insert = sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from (${dialect.selectFromJson(columns, param('rows'))}) as given
    where ${condition} ${ending}`
  return { compile: () => insert.compile(dialect.builder) }
}
