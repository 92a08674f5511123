import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { dueRowStatements } from '../sql/due-rows.js'
import { insertRows, type RowsParams } from '../sql/insert-rows.js'
import { lockKeyStatement } from '../sql/lock-key.js'
import { rowCount, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'
import { departBotsByToken } from '../users/departing-bots.js'
import { bearerSelection, loginSelection, tokenColumns, tokenSelection } from './token-rows.js'

export function tokenStatements(dialect: SqlDialect) {
  return {
    ...readStatements(dialect),
    ...writeStatements(dialect),
    ...lockStatements(dialect),
    ...revokeStatements(dialect),
  }
}

function readStatements(dialect: SqlDialect) {
  return {
    get: statement<{ hash: string }>(dialect, 'tokens.get', (db, param) =>
      db.selectFrom('tokens').select(tokenSelection).where('hash', '=', param('hash')),
    ),
    listByEntity: statement<EntityParams>(dialect, 'tokens.listByEntity', (db, param) =>
      db
        .selectFrom('tokens')
        .select(tokenSelection)
        .where('entity_id', '=', param('entity_id'))
        .where((token) =>
          token.or([
            token('created_at', '<', param('after_at')),
            token.and([token('created_at', '=', param('after_at')), token('hash', '<', param('after_hash'))]),
          ]),
        )
        .orderBy('created_at', 'desc')
        .orderBy('hash', 'desc')
        .limit(rowCount(param('limit'))),
    ),
    identify: statement<{ hash: string }>(dialect, 'tokens.identify', (db, param) =>
      identities(db).where('hash', '=', param('hash')),
    ),
    identifyLogin: statement<{ hash: string }>(dialect, 'tokens.identifyLogin', (db, param) =>
      identities(db).select(loginSelection).where('hash', '=', param('hash')),
    ),
  }
}

function identities(db: Kysely<Tables>) {
  return db
    .selectFrom('tokens')
    .innerJoin('licenses', 'licenses.id', 'tokens.license_id')
    .leftJoin('apps', 'apps.client_id', 'tokens.client_id')
    .leftJoin('agents', (join) =>
      join
        .onRef('agents.id', '=', 'tokens.entity_id')
        .onRef('agents.license_id', '=', 'tokens.license_id')
        .on('agents.removed_at', 'is', null)
        .on('tokens.kind', '!=', 'customer'),
    )
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.id', '=', 'tokens.entity_id')
        .onRef('customers.license_id', '=', 'tokens.license_id')
        .on('tokens.kind', '=', 'customer'),
    )
    .select(tokenSelection)
    .select(bearerSelection)
}

function writeStatements(dialect: SqlDialect) {
  return {
    getShared: statement<{ hash: string }>(dialect, 'tokens.getShared', (db, param) =>
      db
        .selectFrom('tokens')
        .select(tokenSelection)
        .where('hash', '=', param('hash'))
        .modifyEnd(dialect.shareClause),
    ),
    insert: statement<RowsParams>(dialect, 'tokens.insert', (_, param) =>
      insertRows(dialect, 'tokens', tokenColumns, param),
    ),
    ...dueRowStatements(dialect, { table: 'tokens', key: 'hash', dueAt: 'expires_at' }),
  }
}

type EntityParams = { entity_id: string; after_at: number; after_hash: string; limit: number }
type SurplusParams = { client_id: string; entity_id: string; keep_count: number }

/** Returns the statements that lock the tokens with which a revocation begins. */
function lockStatements(dialect: SqlDialect) {
  const locked = (db: Kysely<Tables>) =>
    db.selectFrom('tokens').select(['hash', 'refresh_hash']).orderBy('hash').modifyEnd(dialect.lockClause)
  return {
    lockKey: lockKeyStatement(dialect, 'tokens.lockKey'),
    lockPair: statement<{ hash: string }>(dialect, 'tokens.lockPair', (db, param) => {
      const refreshHash = db
        .selectFrom('tokens as given')
        .where('given.hash', '=', param('hash'))
        .select('given.refresh_hash')
      return locked(db).where((token) =>
        token.or([token('hash', '=', param('hash')), token('hash', '=', refreshHash)]),
      )
    }),
    lockByCode: statement<{ code_hash: string; client_id: string }>(
      dialect,
      'tokens.lockByCode',
      (db, param) =>
        locked(db).where('code_hash', '=', param('code_hash')).where('client_id', '=', param('client_id')),
    ),
    lockByEntity: statement<{ entity_id: string }>(dialect, 'tokens.lockByEntity', (db, param) =>
      locked(db).where('entity_id', '=', param('entity_id')),
    ),
    lockSurplus: statement<SurplusParams>(dialect, 'tokens.lockSurplus', (db, param) => {
      const kept = db
        .selectFrom('tokens as kept')
        .where('kept.client_id', '=', param('client_id'))
        .where('kept.entity_id', '=', param('entity_id'))
        .where('kept.kind', '=', 'refresh')
        .orderBy('kept.created_at', 'desc')
        .orderBy('kept.hash', 'desc')
        .limit(rowCount(param('keep_count')))
        .select('kept.hash')
      return locked(db)
        .where('client_id', '=', param('client_id'))
        .where('entity_id', '=', param('entity_id'))
        .where('kind', '=', 'refresh')
        .where('hash', 'not in', kept)
    }),
  }
}

function revokeStatements(dialect: SqlDialect) {
  return {
    departBots: departBotsByToken(dialect, 'tokens.departBots'),
    deleteFamilies: statement<{ hashes: readonly string[] }>(dialect, 'tokens.deleteFamilies', (db, param) =>
      db
        .deleteFrom('tokens')
        .where((token) =>
          token.or([
            dialect.isOneOf<string>(token.ref('hash'), param('hashes')),
            dialect.isOneOf<string | null>(token.ref('refresh_hash'), param('hashes')),
          ]),
        )
        .returning(tokenSelection),
    ),
  }
}
