import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.js'

/** An index leads by the column. */
interface Scanned {
  readonly table: keyof Tables
  readonly column: string
}

/**
 * The least value of a column that is greater than `after`, as an expression; `null`: there is none. So a query goes
 * from each value to the next, however many rows have it.
 */
export function nextValue({ table, column }: Scanned, after: RawBuilder<unknown>): RawBuilder<unknown> {
  const [from, value] = [sql.table(table), sql.ref(`scanned.${column}`)]
  return sql`(select ${value} from ${from} as scanned where ${value} > ${after} order by ${value} limit 1)`
}

/** `<name> (value)`, for a recursive `with` clause: every distinct value of the column, and a `null` at the end. */
export function distinctValues(name: string, scanned: Scanned): RawBuilder<unknown> {
  const value = sql.ref(`${name}.value`)
  return sql`${sql.table(name)} (value) as (
    select ${nextValue(scanned, sql.lit(''))}
    union all
    select ${nextValue(scanned, value)} from ${sql.table(name)} where ${value} is not null
  )`
}
