import type { RoutingStatus } from '@parley/core/storage'
import { sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { type ExternalIdParams, externalIdStatements } from '../sql/external-ids.js'
import { insertRow } from '../sql/insert-row.js'
import { rowCount, statement } from '../sql/statement.js'
import { agentColumns, agentSelection } from './agent-rows.js'
import { departBotsByToken } from './departing-bots.js'
import { deviceStatements } from './device-statements.js'

type UpdateParams = {
  id: string
  name: string
  email: string | null
  avatar: string | null
  permission: string
  groups: string
  max_chats_count: number
}
type LogInParams = { id: string; routing_status: RoutingStatus | null; online_until: number }

export function agentStatements(dialect: SqlDialect) {
  return {
    ...readStatements(dialect),
    ...presenceStatements(dialect),
    insert: insertStatement(dialect),
    update: updateStatement(dialect),
    ...externalIdStatements(dialect, 'agents'),
    ...deviceStatements(dialect),
    ...removeStatements(dialect),
  }
}

function readStatements(dialect: SqlDialect) {
  return {
    get: statement<{ id: string }>(dialect, 'agents.get', (db, param) =>
      db
        .selectFrom('agents')
        .select(agentSelection)
        .where('id', '=', param('id'))
        .where('removed_at', 'is', null),
    ),
    getByExternalId: statement<ExternalIdParams>(dialect, 'agents.getByExternalId', (db, param) =>
      db
        .selectFrom('agents')
        .select(agentSelection)
        .where('license_id', '=', param('license_id'))
        .where('external_id', '=', param('external_id'))
        .where('removed_at', 'is', null),
    ),
    getPasswordHash: statement<{ id: string }>(dialect, 'agents.getPasswordHash', (db, param) =>
      db
        .selectFrom('agents')
        .select('password_hash')
        .where('id', '=', param('id'))
        .where('removed_at', 'is', null),
    ),
    listByIds: statement<{ license_id: number; ids: readonly string[] }>(
      dialect,
      'agents.listByIds',
      (db, param) =>
        db
          .selectFrom('agents')
          .select(agentSelection)
          .where((row) => dialect.isOneOf(row.ref('id'), param('ids')))
          .where('license_id', '=', param('license_id'))
          .where('removed_at', 'is', null),
    ),
    list: statement<{ license_id: number; limit: number; after: string }>(
      dialect,
      'agents.list',
      (db, param) =>
        db
          .selectFrom('agents')
          .select(agentSelection)
          .where('license_id', '=', param('license_id'))
          .where('id', '>', param('after'))
          .where('removed_at', 'is', null)
          .orderBy('id')
          .limit(rowCount(param('limit'))),
    ),
  }
}

function presenceStatements(dialect: SqlDialect) {
  return {
    logIn: statement<LogInParams>(dialect, 'agents.logIn', (db, param) =>
      db
        .updateTable('agents')
        .set((row) => ({
          routing_status: row.fn.coalesce(sql<string>`${param('routing_status')}`, 'routing_status'),
          online_until: param('online_until'),
        }))
        .where('id', '=', param('id'))
        .where('removed_at', 'is', null)
        .returning(agentSelection),
    ),
    setRoutingStatusIfOnline: statement<{ id: string; routing_status: RoutingStatus; now: number }>(
      dialect,
      'agents.setRoutingStatusIfOnline',
      (db, param) =>
        db
          .updateTable('agents')
          .set({ routing_status: param('routing_status') })
          .where('id', '=', param('id'))
          .where('removed_at', 'is', null)
          .where('online_until', '>', param('now'))
          .returning(agentSelection),
    ),
  }
}

/** Replaces the profile of a removed agent with that of a new agent of the same license. */
const replaceRemoved = sql`on conflict (id) do update set ${sql.join(
  [...Object.keys(agentColumns), 'removed_at'].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
  ),
)} where agents.removed_at is not null and agents.license_id = excluded.license_id`

function insertStatement(dialect: SqlDialect) {
  return insertRow(dialect, { name: 'agents.insert', table: 'agents', columns: agentColumns }, replaceRemoved)
}

/** Updates the columns of a locked agent that can change. */
function updateStatement(dialect: SqlDialect) {
  return statement<UpdateParams>(dialect, 'agents.update', (db, param) =>
    db
      .updateTable('agents')
      .set({
        name: param('name'),
        email: param('email'),
        avatar: param('avatar'),
        permission: param('permission'),
        groups: param('groups'),
        max_chats_count: param('max_chats_count'),
      })
      .where('id', '=', param('id')),
  )
}

function removeStatements(dialect: SqlDialect) {
  return {
    setPasswordHash: statement<{ id: string; password_hash: string | null }>(
      dialect,
      'agents.setPasswordHash',
      (db, param) =>
        db
          .updateTable('agents')
          .set({ password_hash: param('password_hash') })
          .where('id', '=', param('id'))
          .where('removed_at', 'is', null),
    ),
    replacePasswordHash: statement<{ id: string; from: string; to: string }>(
      dialect,
      'agents.replacePasswordHash',
      (db, param) =>
        db
          .updateTable('agents')
          .set({ password_hash: param('to') })
          .where('id', '=', param('id'))
          .where('password_hash', '=', param('from'))
          .where('removed_at', 'is', null),
    ),
    lock: statement<{ id: string }>(dialect, 'agents.lock', (db, param) =>
      db
        .selectFrom('agents')
        .select(agentSelection)
        .where('id', '=', param('id'))
        .where('removed_at', 'is', null)
        .modifyEnd(dialect.lockClause),
    ),
    remove: statement<{ id: string; removed_at: number }>(dialect, 'agents.remove', (db, param) =>
      db
        .updateTable('agents')
        .set({
          removed_at: param('removed_at'),
          online_until: 0,
          password_hash: null,
          last_assigned_at: null,
        })
        .where('id', '=', param('id')),
    ),
    lockTokens: statement<{ id: string }>(dialect, 'agents.lockTokens', (db, param) =>
      db
        .selectFrom('tokens')
        .select('hash')
        .where('entity_id', '=', param('id'))
        .where('kind', '!=', 'customer')
        .orderBy('hash')
        .modifyEnd(dialect.lockClause),
    ),
    removeTokens: statement<{ id: string }>(dialect, 'agents.removeTokens', (db, param) =>
      db.deleteFrom('tokens').where('entity_id', '=', param('id')).where('kind', '!=', 'customer'),
    ),
    removeCodes: statement<{ id: string }>(dialect, 'agents.removeCodes', (db, param) =>
      db.deleteFrom('codes').where('agent_id', '=', param('id')),
    ),
    removeSignIns: statement<{ id: string }>(dialect, 'agents.removeSignIns', (db, param) =>
      db.deleteFrom('sign_ins').where('agent_id', '=', param('id')),
    ),
    removeSettings: statement<{ id: string }>(dialect, 'agents.removeSettings', (db, param) =>
      db
        .updateTable('bots')
        .set({ token_hash: null, is_removed: sql.lit(true) })
        .where('agent_id', '=', param('id')),
    ),
    departBots: departBotsByToken(dialect, 'agents.departBots'),
    removePresences: statement<{ id: string }>(dialect, 'agents.removePresences', (db, param) =>
      db.deleteFrom('presences').where('agent_id', '=', param('id')),
    ),
  }
}
