import { type RawBuilder, sql } from 'kysely'
import type { ColumnTypes, RowOf } from './column-types.js'
import type { SqlDialect } from './dialect.js'
import { type Statement, statement } from './statement.js'
import type { Tables } from './tables.js'

/** Inserts one row, each column as a parameter; `ending`: `on conflict` and `returning` clauses. */
export function insertRow<Columns extends ColumnTypes>(
  dialect: SqlDialect,
  {
    name,
    table,
    columns,
  }: { readonly name: string; readonly table: keyof Tables; readonly columns: Columns },
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
