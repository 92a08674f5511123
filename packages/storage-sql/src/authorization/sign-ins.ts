import type { SignIn, SignInWrites } from '@parley/core/storage'
import { integer, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { countDue, dueRowStatements } from '../sql/due-rows.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { statement } from '../sql/statement.js'

function decodeSignIn(row: Row): SignIn {
  return {
    hash: text(row, 'hash'),
    agentId: text(row, 'agent_id'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
  }
}

type InsertParams = { hash: string; agent_id: string; created_at: number; expires_at: number }

export function signInStatements(dialect: SqlDialect) {
  return {
    get: statement<{ hash: string }>(dialect, 'signIns.get', (db, param) =>
      db
        .selectFrom('sign_ins')
        .select(['hash', 'agent_id', 'created_at', 'expires_at'])
        .where('hash', '=', param('hash')),
    ),
    insert: statement<InsertParams>(dialect, 'signIns.insert', (db, param) =>
      db.insertInto('sign_ins').values({
        hash: param('hash'),
        agent_id: param('agent_id'),
        created_at: param('created_at'),
        expires_at: param('expires_at'),
      }),
    ),
    delete: statement<{ hash: string }>(dialect, 'signIns.delete', (db, param) =>
      db.deleteFrom('sign_ins').where('hash', '=', param('hash')),
    ),
    deleteByAgent: statement<{ agent_id: string }>(dialect, 'signIns.deleteByAgent', (db, param) =>
      db.deleteFrom('sign_ins').where('agent_id', '=', param('agent_id')),
    ),
    ...dueRowStatements(dialect, { table: 'sign_ins', key: 'hash', dueAt: 'expires_at' }),
  }
}

export class SqlSignIns implements SignInWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof signInStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof signInStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(hash: string): Promise<SignIn | undefined> {
    const row = await first(this.#db, this.#statements.get, { hash })
    return row && decodeSignIn(row)
  }

  async insert({ hash, agentId, createdAt, expiresAt }: SignIn): Promise<void> {
    const params = { hash, agent_id: agentId, created_at: createdAt, expires_at: expiresAt }
    await this.#db.run(this.#statements.insert, params)
  }

  async delete(hash: string): Promise<void> {
    await this.#db.run(this.#statements.delete, { hash })
  }

  async deleteByAgent(agentId: string): Promise<number> {
    return await this.#db.run(this.#statements.deleteByAgent, { agent_id: agentId })
  }

  countExpired(until: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until, max })
  }

  async deleteExpired(until: number, limit: number): Promise<number> {
    return await this.#db.run(this.#statements.deleteDue, { until, limit })
  }
}
