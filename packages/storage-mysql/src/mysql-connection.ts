import { StorageError } from '@parley/core/storage'
import {
  planSteps,
  runSteps,
  type SqlConnection,
  type SqlQuery,
  type SqlResult,
  type StepResult,
  type Steps,
  statementMs,
} from '@parley/storage-sql'
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2'
import { bind } from './bind.js'
import { mysqlForms, translate } from './translate.js'
import { translateDdl } from './translate-ddl.js'

const planned = new Map<string, Steps>()

/** Translates each statement once. */
function stepsOf(sql: string): Steps {
  const known = planned.get(sql)
  if (known !== undefined) return known
  const isDdl = /^\s*(create|alter|drop) /.test(sql)
  const steps: Steps = isDdl
    ? { change: translateDdl(sql), returns: 'result' }
    : planSteps(translate(sql), mysqlForms)
  planned.set(sql, steps)
  return steps
}

/** Maximum time that a node waits for another one that migrates, in milliseconds. */
const migrationMs = 600_000

/** Tables of this package alone. Rows of `parley_locks` stand for the keys of `SqlDialect.lockKey`. */
const ownTables = [
  'create table if not exists parley_locks (id bigint primary key)',
  `insert ignore into parley_locks (id)
    with recursive number (id) as (select 0 union all select id + 1 from number where id < 1023) select id from number`,
]

/** A connection of the pool. */
export class MysqlConnection implements SqlConnection {
  readonly #connection: PoolConnection

  constructor(connection: PoolConnection) {
    this.#connection = connection
  }

  run({ sql, values = [] }: SqlQuery): Promise<SqlResult> {
    return runSteps(stepsOf(sql), values, (text, given, chosen) => this.#query(bind(text, given, chosen)))
  }

  async begin(): Promise<void> {
    await this.#query('start transaction')
  }

  async commit(): Promise<void> {
    await this.#query('commit')
  }

  async rollback(): Promise<void> {
    await this.#query('rollback')
  }

  async exclusively(migrate: () => Promise<void>): Promise<void> {
    const lock = `concat('parley ', md5(database()))`
    const locking = `select get_lock(${lock}, ${migrationMs / 1_000}) as is_locked`
    const { rows } = await this.#query(locking, migrationMs + statementMs)
    if (rows[0]?.is_locked !== 1)
      throw new StorageError('unavailable', 'another node has been migrating for too long')
    for (const statement of ownTables) await this.#query(statement)
    await migrate()
    await this.#query(`select release_lock(${lock})`)
  }

  release(state: 'intact' | 'broken'): void {
    if (state === 'broken') this.#connection.destroy()
    else this.#connection.release()
  }

  #query(sql: string, timeout = statementMs): Promise<StepResult> {
    return new Promise((resolve, reject) => {
      this.#connection.query<RowDataPacket[] | ResultSetHeader>({ sql, timeout }, (error, result) => {
        if (error !== null) reject(error)
        else if (Array.isArray(result)) resolve({ rows: result, rowCount: result.length })
        else resolve({ rows: [], rowCount: matchedCount(result), insertId: result.insertId })
      })
    })
  }
}

/** Returns the number of rows that were found, even if an update left them as they were. */
function matchedCount({ affectedRows, info }: ResultSetHeader): number {
  const [, matched] = /Rows matched: (\d+)/.exec(info) ?? []
  return matched === undefined ? affectedRows : Number(matched)
}
