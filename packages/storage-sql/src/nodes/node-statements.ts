import { sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { dueRowStatements } from '../sql/due-rows.js'
import { insertRows, type RowsParams } from '../sql/insert-rows.js'
import { rowCount, statement } from '../sql/statement.js'
import { onlineForever } from '../users/agent-rows.js'

type LeaseParams = { id: string; now: number; lease_until: number }
type ConnectParams = { id: string; ids: readonly string[] }
type PresencesParams = { node_id: string; ids: readonly string[] }

export const presenceColumns = { agent_id: 'text', node_id: 'text' } as const

/** Columns of agents who lose their presence, and until when they stay logged in. */
export const departureColumns = { id: 'text', online_until: 'integer' } as const

export function nodeStatements(dialect: SqlDialect) {
  return { ...leaseStatements(dialect), ...presenceStatements(dialect), ...departureStatements(dialect) }
}

function leaseStatements(dialect: SqlDialect) {
  return {
    listActive: statement<{ now: number }>(dialect, 'nodes.listActive', (db, param) =>
      db
        .selectFrom('nodes')
        .select(['id', 'lease_until'])
        .where('lease_until', '>', param('now'))
        .orderBy('id'),
    ),
    countExpired: dueRowStatements(dialect, { table: 'nodes', key: 'id', dueAt: 'lease_until' }).countDue,
    renew: statement<LeaseParams>(dialect, 'nodes.renew', (db, param) =>
      db
        .updateTable('nodes')
        .set({ lease_until: param('lease_until') })
        .where('id', '=', param('id'))
        .where('lease_until', '>', param('now')),
    ),
    begin: statement<{ id: string; lease_until: number }>(dialect, 'nodes.begin', (db, param) =>
      db
        .insertInto('nodes')
        .values({ id: param('id'), lease_until: param('lease_until') })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({ lease_until: row.ref('excluded.lease_until') })),
        ),
    ),
    end: statement<{ id: string }>(dialect, 'nodes.end', (db, param) =>
      db.deleteFrom('nodes').where('id', '=', param('id')).returning(['id', 'lease_until']),
    ),
    endExpired: statement<{ now: number; limit: number }>(dialect, 'nodes.endExpired', (db, param) => ({
      compile: () =>
        sql`with expired as materialized (
          select id from nodes where lease_until <= ${param('now')}
          order by lease_until limit ${rowCount(param('limit'))} ${dialect.skipLockedClause}
        )
        delete from nodes where id in (select id from expired) returning id, lease_until`.compile(db),
    })),
    // Skips a node that another transaction is about to end. To the connecting agent it has ended.
    keep: statement<{ id: string }>(dialect, 'nodes.keep', (db, param) =>
      db.selectFrom('nodes').select('id').where('id', '=', param('id')).modifyEnd(dialect.keepClause),
    ),
  }
}

function presenceStatements(dialect: SqlDialect) {
  return {
    // In the order of the ids, so that two transactions cannot deadlock.
    lockAgents: statement<{ ids: readonly string[] }>(dialect, 'nodes.lockAgents', (db, param) =>
      db
        .selectFrom('agents')
        .select('id')
        .where((agent) => dialect.isOneOf(agent.ref('id'), param('ids')))
        .where('removed_at', 'is', null)
        .orderBy('id')
        .modifyEnd(dialect.lockClause),
    ),
    connectAtOnce: dialect.readsCanWrite ? connectAtOnce(dialect) : undefined,
    insertPresences: statement<RowsParams>(dialect, 'nodes.insertPresences', (_, param) =>
      insertRows(dialect, 'presences', presenceColumns, param, {
        ending: sql`on conflict (agent_id, node_id) do nothing`,
      }),
    ),
    setConnected: statement<{ ids: readonly string[] }>(dialect, 'nodes.setConnected', (db, param) =>
      db
        .updateTable('agents')
        .set({ online_until: sql.lit(onlineForever) })
        .where((agent) => dialect.isOneOf(agent.ref('id'), param('ids')))
        .where('removed_at', 'is', null)
        .returning('id'),
    ),
  }
}

/** Connects agents in one round trip. Returns no row when the node has ended. */
function connectAtOnce(dialect: SqlDialect) {
  return statement<ConnectParams>(dialect, 'nodes.connectAtOnce', (db, param) => ({
    compile: () =>
      sql`with node as materialized (
        select id from nodes where id = ${param('id')} ${dialect.keepClause}
      ), connected as (
        update agents set online_until = ${sql.lit(onlineForever)}
        where ${dialect.isOneOf(sql.ref('id'), param('ids'))} and removed_at is null
          and exists (select 1 from node)
        returning id
      ), present as (
        insert into presences (agent_id, node_id) select connected.id, node.id from connected, node
        on conflict do nothing
      )
      select id from node`.compile(db),
  }))
}

function departureStatements(dialect: SqlDialect) {
  return {
    listPresences: statement<{ node_ids: readonly string[] }>(dialect, 'nodes.listPresences', (db, param) =>
      db
        .selectFrom('presences')
        .select(['agent_id', 'node_id'])
        .where((presence) => dialect.isOneOf(presence.ref('node_id'), param('node_ids'))),
    ),
    removePresences: statement<PresencesParams>(dialect, 'nodes.removePresences', (db, param) =>
      db
        .deleteFrom('presences')
        .where('node_id', '=', param('node_id'))
        .where((presence) => dialect.isOneOf(presence.ref('agent_id'), param('ids')))
        .returning('agent_id'),
    ),
    removeAllPresences: statement<{ node_ids: readonly string[] }>(
      dialect,
      'nodes.removeAllPresences',
      (db, param) =>
        db
          .deleteFrom('presences')
          .where((presence) => dialect.isOneOf(presence.ref('node_id'), param('node_ids'))),
    ),
    removeEveryPresence: statement<{ ids: readonly string[] }>(
      dialect,
      'nodes.removeEveryPresence',
      (db, param) =>
        db
          .deleteFrom('presences')
          .where((presence) => dialect.isOneOf(presence.ref('agent_id'), param('ids'))),
    ),
    depart: statement<RowsParams>(dialect, 'nodes.depart', (db, param) => ({
      compile: () =>
        sql`update agents set online_until = given.online_until
          from (${dialect.selectFromJson(departureColumns, param('rows'))}) as given
          where agents.id = given.id and agents.removed_at is null and agents.online_until > given.online_until
            and not exists (select 1 from presences where presences.agent_id = agents.id)
          returning agents.id, agents.license_id, agents.online_until`.compile(db),
    })),
  }
}
