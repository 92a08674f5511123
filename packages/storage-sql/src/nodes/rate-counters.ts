import type { RateCounterWrites, RateWindow } from '@parley/core/storage'
import { integer, integerOrNull } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { countDue, dueRowStatements } from '../sql/due-rows.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { lockKeyStatement } from '../sql/lock-key.js'
import { statement } from '../sql/statement.js'

export function rateCounterStatements(dialect: SqlDialect) {
  return {
    lockKey: lockKeyStatement(dialect, 'rateCounters.lockKey'),
    forget: statement<{ key: string; since: number }>(dialect, 'rateCounters.forget', (db, param) =>
      db.deleteFrom('attempts').where('key', '=', param('key')).where('attempted_at', '<=', param('since')),
    ),
    count: statement<{ key: string }>(dialect, 'rateCounters.count', (db, param) =>
      db
        .selectFrom('attempts')
        .select((attempt) => [
          attempt.fn.countAll().as('count'),
          attempt.fn.min('attempted_at').as('oldest_at'),
        ])
        .where('key', '=', param('key')),
    ),
    insert: statement<{ key: string; attempted_at: number }>(dialect, 'rateCounters.insert', (db, param) =>
      db.insertInto('attempts').values({ key: param('key'), attempted_at: param('attempted_at') }),
    ),
    takeBack: statement<{ key: string; at: number }>(dialect, 'rateCounters.takeBack', (db, param) =>
      db.deleteFrom('attempts').where('id', '=', (one) =>
        one
          .selectFrom('attempts')
          .select((attempt) => attempt.fn.max('id').as('id'))
          .where('key', '=', param('key'))
          .where('attempted_at', '=', param('at')),
      ),
    ),
    clear: statement<{ key: string }>(dialect, 'rateCounters.clear', (db, param) =>
      db.deleteFrom('attempts').where('key', '=', param('key')),
    ),
    ...dueRowStatements(dialect, { table: 'attempts', key: 'id', dueAt: 'attempted_at' }),
  }
}

export class SqlRateCounters implements RateCounterWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof rateCounterStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof rateCounterStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async record(key: string, at: number, since: number): Promise<RateWindow> {
    await this.#db.all(this.#statements.lockKey, { key: `attempts:${key}` })
    await this.#db.run(this.#statements.forget, { key, since })
    const earlier = await first(this.#db, this.#statements.count, { key })
    if (earlier === undefined) throw new TypeError('the database returned no count')
    await this.#db.run(this.#statements.insert, { key, attempted_at: at })
    const oldestAt = integerOrNull(earlier, 'oldest_at') ?? at
    return { count: integer(earlier, 'count') + 1, oldestAt: Math.min(oldestAt, at) }
  }

  async takeBack(key: string, at: number): Promise<void> {
    // Without the lock, two concurrent calls would find the same attempt.
    await this.#db.all(this.#statements.lockKey, { key: `attempts:${key}` })
    await this.#db.run(this.#statements.takeBack, { key, at })
  }

  async clear(key: string): Promise<void> {
    await this.#db.run(this.#statements.clear, { key })
  }

  countUntil(at: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until: at, max })
  }

  async deleteUntil(at: number, limit: number): Promise<number> {
    return await this.#db.run(this.#statements.deleteDue, { until: at, limit })
  }
}
