import { sql } from 'kysely'
import { integer } from './columns.js'
import type { SqlDialect } from './dialect.js'
import { first, type SqlExecutor } from './executor.js'
import { rowCount, type Statement, statement } from './statement.js'
import type { Tables } from './tables.js'

interface DueRows {
  readonly table: keyof Tables
  readonly key: string | readonly string[]
  /** An index leads along it. */
  readonly dueAt: string
}

type CountParams = { until: number; max: number }

/** Counts and deletes what has run out, in bounded pieces. */
export function dueRowStatements(dialect: SqlDialect, rows: DueRows) {
  const [table, dueAt] = [sql.table(rows.table), sql.ref(rows.dueAt)]
  const key = sql.join([rows.key].flat().map((column) => sql.ref(column)))
  return {
    // Ordered, so that it goes by the index: PostgreSQL would rather read a table in which it expects many such rows.
    countDue: statement<CountParams>(dialect, `${rows.table}.countDue`, (db, param) => ({
      compile: () =>
        sql`select count(*) as count from (
          select 1 from ${table} where ${dueAt} <= ${param('until')}
          order by ${dueAt} limit ${rowCount(param('max'))}
        ) as due`.compile(db),
    })),
    // Materialized, so that the rows are chosen once: a join might do it again, and find others beyond the limit.
    deleteDue: statement<{ until: number; limit: number }>(
      dialect,
      `${rows.table}.deleteDue`,
      (db, param) => ({
        compile: () =>
          sql`with due as materialized (
            select ${key} from ${table} where ${dueAt} <= ${param('until')}
            order by ${dueAt} limit ${rowCount(param('limit'))} ${dialect.skipLockedClause}
          )
          delete from ${table} where (${key}) in (select ${key} from due)`.compile(db),
      }),
    ),
  }
}

export async function countDue(
  db: SqlExecutor,
  statement: Statement<CountParams>,
  params: CountParams,
): Promise<number> {
  const row = await first(db, statement, params)
  if (row === undefined) throw new TypeError('the database counted nothing')
  return integer(row, 'count')
}
