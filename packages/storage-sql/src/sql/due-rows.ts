import { sql } from 'kysely'
import { integer } from './columns.js'
import type { SqlDialect } from './dialect.js'
import { first, type SqlExecutor } from './executor.js'
import { rowCount, type Statement, statement } from './statement.js'
import type { Tables } from './tables.js'

interface DueRows {
  readonly table: keyof Tables
  readonly key: string | readonly string[]
  /** Column with the time at which a row expires. An index must start with it. */
  readonly dueAt: string
}

type CountParams = { until: number; max: number }

/** Returns statements that count and delete expired rows, up to a limit. */
export function dueRowStatements(dialect: SqlDialect, rows: DueRows) {
  const [table, dueAt] = [sql.table(rows.table), sql.ref(rows.dueAt)]
  const key = sql.join([rows.key].flat().map((column) => sql.ref(column)))
  return {
    // The order makes PostgreSQL use the index. Without it, it would scan a table in which it expects many such rows.
    countDue: statement<CountParams>(dialect, `${rows.table}.countDue`, (db, param) => ({
      compile: () =>
        sql`select count(*) as count from (
          select 1 from ${table} where ${dueAt} <= ${param('until')}
          order by ${dueAt} limit ${rowCount(param('max'))}
        ) as due`.compile(db),
    })),
    // Materialized, so that the rows are chosen once. A join might choose again and find rows beyond the limit.
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
  if (row === undefined) throw new TypeError('the database returned no count')
  return integer(row, 'count')
}
