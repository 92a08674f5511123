import type { SecretWrites } from '@parley/core/storage'
import { text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { statement } from '../sql/statement.js'

type Secret = { name: string; value: string }

export function secretStatements(dialect: SqlDialect) {
  return {
    get: statement<{ name: string }>(dialect, 'secrets.get', (db, param) =>
      db.selectFrom('secrets').select('value').where('name', '=', param('name')),
    ),
    // Keeps an existing value. The update makes the row part of the result, even for a transaction that waited for the
    // first one.
    getOrCreate: statement<Secret>(dialect, 'secrets.getOrCreate', (db, param) =>
      db
        .insertInto('secrets')
        .values({ name: param('name'), value: param('value') })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({ name: row.ref('secrets.name') })),
        )
        .returning('value'),
    ),
  }
}

export class SqlSecrets implements SecretWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof secretStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof secretStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(name: string): Promise<string | undefined> {
    const row = await first(this.#db, this.#statements.get, { name })
    return row && text(row, 'value')
  }

  async getOrCreate(name: string, value: string): Promise<string> {
    const row = await first(this.#db, this.#statements.getOrCreate, { name, value })
    if (row === undefined) throw new TypeError('the database returned no secret')
    return text(row, 'value')
  }
}
