import type { AuthorizationCode, CodeWrites } from '@parley/core/storage'
import type { RowOf } from '../sql/column-types.js'
import { flag, integer, json, text, textOrNull } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { countDue, dueRowStatements } from '../sql/due-rows.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { insertRow } from '../sql/insert-row.js'
import { statement } from '../sql/statement.js'

const codeColumns = {
  hash: 'text',
  license_id: 'integer',
  client_id: 'text',
  agent_id: 'text',
  redirect_uri: 'text',
  scopes: 'text',
  names_scopes: 'boolean',
  code_challenge: 'text',
  created_at: 'integer',
  expires_at: 'integer',
} as const

const codeSelection = [
  'hash',
  'license_id',
  'client_id',
  'agent_id',
  'redirect_uri',
  'scopes',
  'names_scopes',
  'code_challenge',
  'created_at',
  'expires_at',
] as const

function decodeCode(row: Row): AuthorizationCode {
  return {
    hash: text(row, 'hash'),
    licenseId: integer(row, 'license_id'),
    clientId: text(row, 'client_id'),
    agentId: text(row, 'agent_id'),
    redirectUri: text(row, 'redirect_uri'),
    scopes: json<AuthorizationCode['scopes']>(row, 'scopes'),
    namesScopes: flag(row, 'names_scopes'),
    codeChallenge: textOrNull(row, 'code_challenge'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
  }
}

function encodeCode(code: AuthorizationCode): RowOf<typeof codeColumns> {
  return {
    hash: code.hash,
    license_id: code.licenseId,
    client_id: code.clientId,
    agent_id: code.agentId,
    redirect_uri: code.redirectUri,
    scopes: JSON.stringify(code.scopes),
    names_scopes: code.namesScopes,
    code_challenge: code.codeChallenge,
    created_at: code.createdAt,
    expires_at: code.expiresAt,
  }
}

export function codeStatements(dialect: SqlDialect) {
  return {
    insert: insertRow(dialect, { name: 'codes.insert', table: 'codes', columns: codeColumns }),
    // The deletion waits for another transaction that is deleting the row, and then finds it gone.
    consume: statement<{ hash: string; client_id: string }>(dialect, 'codes.consume', (db, param) =>
      db
        .deleteFrom('codes')
        .where('hash', '=', param('hash'))
        .where('client_id', '=', param('client_id'))
        .returning(codeSelection),
    ),
    deleteByAgent: statement<{ agent_id: string }>(dialect, 'codes.deleteByAgent', (db, param) =>
      db.deleteFrom('codes').where('agent_id', '=', param('agent_id')),
    ),
    ...dueRowStatements(dialect, { table: 'codes', key: 'hash', dueAt: 'expires_at' }),
  }
}

export class SqlCodes implements CodeWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof codeStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof codeStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async insert(code: AuthorizationCode): Promise<void> {
    await this.#db.run(this.#statements.insert, encodeCode(code))
  }

  async consume(hash: string, clientId: string): Promise<AuthorizationCode | undefined> {
    const row = await first(this.#db, this.#statements.consume, { hash, client_id: clientId })
    return row && decodeCode(row)
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
