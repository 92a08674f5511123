import { type RawBuilder, sql } from 'kysely'
import type { ColumnTypes, RowOf } from './column-types.js'
import type { SqlDialect } from './dialect.js'
import type { SqlExecutor } from './executor.js'
import { encodeRows, insertRows, type RowsParams } from './insert-rows.js'
import { type Statement, statement } from './statement.js'
import type { Tables } from './tables.js'

/** Names the statement, table and columns of an insert. */
export interface Insert<Columns extends ColumnTypes> {
  readonly name: string
  readonly table: keyof Tables
  readonly columns: Columns
}

/**
 * Returns a statement that inserts one row with one parameter per column. `ending` adds `on conflict` and `returning`
 * clauses.
 */
export function insertRow<Columns extends ColumnTypes>(
  dialect: SqlDialect,
  { name, table, columns }: Insert<Columns>,
  ending: RawBuilder<unknown> = sql``,
): Statement<RowOf<Columns>> {
  const names = Object.keys(columns)
  const references = sql.join(names.map((column) => sql.ref(column)))
  return statement<RowOf<Columns>>(dialect, name, (db, param) => {
    const values = sql.join(names.map((column) => param(column)))
    const insert = sql`insert into ${sql.table(table)} (${references}) values (${values}) ${ending}`
    return { compile: () => insert.compile(db) }
  })
}

/**
 * Statements that insert any number of rows. For one row, the common case, encoding JSON would cost more than the
 * insert itself.
 */
export interface MostlyOneRow<Columns extends ColumnTypes> {
  readonly one: Statement<RowOf<Columns>>
  readonly many: Statement<RowsParams>
}

export function insertMostlyOne<Columns extends ColumnTypes>(
  dialect: SqlDialect,
  insert: Insert<Columns>,
): MostlyOneRow<Columns> {
  const { name, table, columns } = insert
  return {
    one: insertRow(dialect, { ...insert, name: `${name}.one` }),
    many: statement<RowsParams>(dialect, name, (_, param) => insertRows(dialect, table, columns, param)),
  }
}

export async function runInsert<Columns extends ColumnTypes>(
  db: SqlExecutor,
  { one, many }: MostlyOneRow<Columns>,
  rows: readonly RowOf<Columns>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  await (rows.length === 1 ? db.run(one, first) : db.run(many, encodeRows(rows)))
}
