import type { Token, TokenIdentity, TokenWrites } from '@parley/core'
import { agentSelection, decodeAgent } from './agents.js'
import { integer, integerOrNull, json, oneOf, rows, text, textOrNull } from './columns.js'
import { customerSelection, decodeCustomer } from './customers.js'
import type { SqlDialect } from './dialect.js'
import { first, type Row, type SqlExecutor } from './executor.js'
import { encodeRows, insertRows, type RowsParams } from './insert-rows.js'
import { decodeLicense, licenseSelection } from './licenses.js'
import { statement } from './statement.js'

const tokenColumns = {
  hash: 'text',
  kind: 'text',
  license_id: 'integer',
  client_id: 'text',
  entity_id: 'text',
  scopes: 'text',
  created_at: 'integer',
  expires_at: 'integer',
  refresh_hash: 'text',
} as const

const tokenSelection = [
  'tokens.hash',
  'tokens.kind',
  'tokens.license_id',
  'tokens.client_id',
  'tokens.entity_id',
  'tokens.scopes',
  'tokens.created_at',
  'tokens.expires_at',
  'tokens.refresh_hash',
] as const

function decodeToken(row: Row): Token {
  return {
    hash: text(row, 'hash'),
    kind: oneOf(row, 'kind', ['access', 'refresh', 'customer']),
    licenseId: integer(row, 'license_id'),
    clientId: text(row, 'client_id'),
    entityId: text(row, 'entity_id'),
    scopes: json<Token['scopes']>(row, 'scopes'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
    refreshHash: textOrNull(row, 'refresh_hash'),
  }
}

function encodeTokens(tokens: readonly Token[]): RowsParams {
  const rows = tokens.map((token) => ({
    hash: token.hash,
    kind: token.kind,
    license_id: token.licenseId,
    client_id: token.clientId,
    entity_id: token.entityId,
    scopes: JSON.stringify(token.scopes),
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    refresh_hash: token.refreshHash,
  }))
  return encodeRows<typeof tokenColumns>(rows)
}

function decodeIdentity(row: Row): TokenIdentity | undefined {
  const token = decodeToken(row)
  const [license] = rows(row, 'licenses').map(decodeLicense)
  const [agent] = rows(row, 'agents').map(decodeAgent)
  const [customer] = rows(row, 'customers').map(decodeCustomer)
  if (license === undefined) return undefined
  if (agent !== undefined) return { token, license, kind: 'agent', agent }
  if (customer !== undefined) return { token, license, kind: 'customer', customer }
  return undefined
}

export function tokenStatements(dialect: SqlDialect) {
  return {
    identify: statement<{ hash: string }>(dialect, 'tokens.identify', (db, param) =>
      db
        .selectFrom('tokens')
        .select(tokenSelection)
        .select((token) => [
          dialect
            .jsonArray(
              token
                .selectFrom('licenses')
                .select(licenseSelection)
                .whereRef('licenses.id', '=', 'tokens.license_id'),
            )
            .as('licenses'),
          dialect
            .jsonArray(
              token
                .selectFrom('agents')
                .select(agentSelection)
                .whereRef('agents.id', '=', 'tokens.entity_id')
                .whereRef('agents.license_id', '=', 'tokens.license_id')
                .where('tokens.kind', '!=', 'customer'),
            )
            .as('agents'),
          dialect
            .jsonArray(
              token
                .selectFrom('customers')
                .select(customerSelection)
                .whereRef('customers.id', '=', 'tokens.entity_id')
                .whereRef('customers.license_id', '=', 'tokens.license_id')
                .where('tokens.kind', '=', 'customer'),
            )
            .as('customers'),
        ])
        .where('hash', '=', param('hash')),
    ),
    insert: statement<RowsParams>(dialect, 'tokens.insert', (_, param) =>
      insertRows(dialect, 'tokens', tokenColumns, param),
    ),
  }
}

export class SqlTokens implements TokenWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof tokenStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof tokenStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async identify(hash: string): Promise<TokenIdentity | undefined> {
    const row = await first(this.#db, this.#statements.identify, { hash })
    return row && decodeIdentity(row)
  }

  async insert(tokens: readonly Token[]): Promise<void> {
    await this.#db.run(this.#statements.insert, encodeTokens(tokens))
  }
}
