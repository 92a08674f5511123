import type { Agent, AgentWrites, Device, RoutingStatus } from '@parley/core'
import { sql } from 'kysely'
import { integer, json, oneOf, text, textOrNull } from './columns.js'
import type { SqlDialect } from './dialect.js'
import { first, type Row, type SqlExecutor } from './executor.js'
import { encodeRows, insertRows, type RowsParams } from './insert-rows.js'
import { statement } from './statement.js'

const agentColumns = {
  id: 'text',
  license_id: 'integer',
  name: 'text',
  email: 'text',
  avatar: 'text',
  permission: 'text',
  group_ids: 'text',
  max_chats_count: 'integer',
  password_hash: 'text',
  owner_client_id: 'text',
  routing_status: 'text',
  online_until: 'integer',
  created_at: 'integer',
} as const

export const agentSelection = [
  'agents.id',
  'agents.license_id',
  'agents.name',
  'agents.email',
  'agents.avatar',
  'agents.permission',
  'agents.group_ids',
  'agents.max_chats_count',
  'agents.password_hash',
  'agents.owner_client_id',
  'agents.routing_status',
  'agents.online_until',
  'agents.created_at',
] as const

export function decodeAgent(row: Row): Agent {
  return {
    id: text(row, 'id'),
    licenseId: integer(row, 'license_id'),
    name: text(row, 'name'),
    email: textOrNull(row, 'email'),
    avatar: textOrNull(row, 'avatar'),
    permission: oneOf(row, 'permission', ['normal', 'administrator']),
    groups: json<readonly number[]>(row, 'group_ids'),
    maxChatsCount: integer(row, 'max_chats_count'),
    passwordHash: textOrNull(row, 'password_hash'),
    ownerClientId: textOrNull(row, 'owner_client_id'),
    routingStatus: oneOf(row, 'routing_status', ['accepting_chats', 'not_accepting_chats']),
    onlineUntil: integer(row, 'online_until'),
    createdAt: integer(row, 'created_at'),
  }
}

function encodeAgent(agent: Agent): RowsParams {
  const row = {
    id: agent.id,
    license_id: agent.licenseId,
    name: agent.name,
    email: agent.email,
    avatar: agent.avatar,
    permission: agent.permission,
    group_ids: JSON.stringify(agent.groups),
    max_chats_count: agent.maxChatsCount,
    password_hash: agent.passwordHash,
    owner_client_id: agent.ownerClientId,
    routing_status: agent.routingStatus,
    online_until: agent.onlineUntil,
    created_at: agent.createdAt,
  }
  return encodeRows<typeof agentColumns>([row])
}

type LogInParams = { id: string; routing_status: RoutingStatus | null; online_until: number }
type DeviceParams = { token: string; agent_id: string; platform: string; is_enabled: boolean }

export function agentStatements(dialect: SqlDialect) {
  return { ...readStatements(dialect), ...presenceStatements(dialect), ...insertStatements(dialect) }
}

function readStatements(dialect: SqlDialect) {
  return {
    get: statement<{ id: string }>(dialect, 'agents.get', (db, param) =>
      db.selectFrom('agents').select(agentSelection).where('id', '=', param('id')),
    ),
    listByIds: statement<{ license_id: number; ids: readonly string[] }>(
      dialect,
      'agents.listByIds',
      (db, param) =>
        db
          .selectFrom('agents')
          .select(agentSelection)
          .where((row) => dialect.isOneOf(row.ref('id'), param('ids')))
          .where('license_id', '=', param('license_id')),
    ),
    list: statement<{ license_id: number; limit: number }>(dialect, 'agents.list', (db, param) =>
      db
        .selectFrom('agents')
        .select(agentSelection)
        .where('license_id', '=', param('license_id'))
        .orderBy('id')
        .limit(param('limit')),
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
        .returning(agentSelection),
    ),
    setOnlineUntil: statement<{ ids: readonly string[]; online_until: number }>(
      dialect,
      'agents.setOnlineUntil',
      (db, param) =>
        db
          .updateTable('agents')
          .set({ online_until: param('online_until') })
          .where((row) => dialect.isOneOf(row.ref('id'), param('ids'))),
    ),
    setRoutingStatusIfOnline: statement<{ id: string; routing_status: RoutingStatus; now: number }>(
      dialect,
      'agents.setRoutingStatusIfOnline',
      (db, param) =>
        db
          .updateTable('agents')
          .set({ routing_status: param('routing_status') })
          .where('id', '=', param('id'))
          .where('online_until', '>', param('now'))
          .returning(agentSelection),
    ),
  }
}

function insertStatements(dialect: SqlDialect) {
  return {
    insert: statement<RowsParams>(dialect, 'agents.insert', (_, param) =>
      insertRows(dialect, 'agents', agentColumns, param, { ending: sql`on conflict (id) do nothing` }),
    ),
    putDevice: statement<DeviceParams>(dialect, 'agents.putDevice', (db, param) =>
      db
        .insertInto('devices')
        .values({
          token: param('token'),
          agent_id: param('agent_id'),
          platform: param('platform'),
          is_enabled: param('is_enabled'),
        })
        .onConflict((conflict) =>
          conflict.column('token').doUpdateSet((row) => ({
            agent_id: row.ref('excluded.agent_id'),
            platform: row.ref('excluded.platform'),
            is_enabled: row.ref('excluded.is_enabled'),
          })),
        ),
    ),
  }
}

export class SqlAgents implements AgentWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof agentStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof agentStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(agentId: string): Promise<Agent | undefined> {
    const row = await first(this.#db, this.#statements.get, { id: agentId })
    return row && decodeAgent(row)
  }

  async listByIds(licenseId: number, agentIds: readonly string[]): Promise<readonly Agent[]> {
    const rows = await this.#db.all(this.#statements.listByIds, { license_id: licenseId, ids: agentIds })
    return rows.map(decodeAgent)
  }

  async list(licenseId: number, limit: number): Promise<readonly Agent[]> {
    const rows = await this.#db.all(this.#statements.list, { license_id: licenseId, limit })
    return rows.map(decodeAgent)
  }

  async insert(agent: Agent): Promise<'inserted' | 'duplicate'> {
    const count = await this.#db.run(this.#statements.insert, encodeAgent(agent))
    return count === 0 ? 'duplicate' : 'inserted'
  }

  async logIn(
    agentId: string,
    login: { readonly routingStatus: RoutingStatus | 'keep'; readonly onlineUntil: number },
  ): Promise<Agent | undefined> {
    const row = await first(this.#db, this.#statements.logIn, {
      id: agentId,
      routing_status: login.routingStatus === 'keep' ? null : login.routingStatus,
      online_until: login.onlineUntil,
    })
    return row && decodeAgent(row)
  }

  async setOnlineUntil(agentIds: readonly string[], onlineUntil: number): Promise<void> {
    await this.#db.run(this.#statements.setOnlineUntil, { ids: agentIds, online_until: onlineUntil })
  }

  async setRoutingStatusIfOnline(
    agentId: string,
    status: RoutingStatus,
    now: number,
  ): Promise<Agent | undefined> {
    const params = { id: agentId, routing_status: status, now }
    const row = await first(this.#db, this.#statements.setRoutingStatusIfOnline, params)
    return row && decodeAgent(row)
  }

  async putDevice({ token, agentId, platform, isEnabled }: Device): Promise<void> {
    const params = { token, agent_id: agentId, platform, is_enabled: isEnabled }
    await this.#db.run(this.#statements.putDevice, params)
  }
}
