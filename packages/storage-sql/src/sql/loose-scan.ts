import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.js'

/** A column to scan. An index must start with it. */
interface ScannedColumn {
  readonly table: keyof Tables
  readonly column: string
}

/**
 * Returns an expression for the smallest value of the column greater than `after`, or `null`. With it a query jumps
 * from value to value, however many rows have each.
 */
export function nextValue({ table, column }: ScannedColumn, after: RawBuilder<unknown>): RawBuilder<unknown> {
  const [from, value] = [sql.table(table), sql.ref(`scanned.${column}`)]
  return sql`(select ${value} from ${from} as scanned where ${value} > ${after} order by ${value} limit 1)`
}

/** Returns `<name> (value)` for a recursive `with` clause: every distinct value of the column, then a `null`. */
export function distinctValues(name: string, scanned: ScannedColumn): RawBuilder<unknown> {
  const value = sql.ref(`${name}.value`)
  return sql`${sql.table(name)} (value) as (
    select ${nextValue(scanned, sql.lit(''))}
    union all
    select ${nextValue(scanned, value)} from ${sql.table(name)} where ${value} is not null
  )`
}
