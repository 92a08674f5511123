import type { Agent, BotSettings, BotWrites } from '@parley/core/storage'
import { type RawBuilder, sql } from 'kysely'
import { integer, textOrNull } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import { agentSelection, decodeAgent } from '../users/agent-rows.js'
import {
  type BotWebhookRow,
  botWebhookColumns,
  decodeBotWebhooks,
  encodeBotWebhooks,
} from './webhook-rows.js'

type ListParams = { license_id: number; client_id: string | null; limit: number }
type PutParams = { agent_id: string; token_hash: string | null } & BotWebhookRow

const selection = sql.join(agentSelection.map((name) => sql.ref(name)))

export function botStatements(dialect: SqlDialect) {
  return {
    getSettings: statement<{ agent_id: string }>(dialect, 'bots.getSettings', (db, param) =>
      db
        .selectFrom('bots')
        .select(['token_hash', 'webhooks', 'version', 'url', 'secret_key'])
        .where('agent_id', '=', param('agent_id'))
        .where('is_removed', '=', sql.lit(false)),
    ),
    list: statement<ListParams>(dialect, 'bots.list', (db, param) => ({
      compile: () => sql`select ${selection} ${ofOwner(param)}`.compile(db),
    })),
    count: statement<ListParams>(dialect, 'bots.count', (db, param) => ({
      compile: () =>
        sql`select count(*) as bot_count from (select agents.id ${ofOwner(param)}) as found`.compile(db),
    })),
    putSettings: statement<PutParams>(dialect, 'bots.putSettings', (db, param) => ({
      compile: () =>
        sql`insert into bots (agent_id, token_hash, ${columns})
          select id, ${text(param('token_hash'))}, ${sql.join(columnNames.map((name) => text(param(name))))} from agents
          where id = ${param('agent_id')} and owner_client_id is not null and removed_at is null
          on conflict (agent_id) do update set token_hash = excluded.token_hash, is_removed = false,
            disabled_at = case when ${isSame} then bots.disabled_at end,
            ${sql.join(columnNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.compile(
          db,
        ),
    })),
  }
}

const columnNames = [...botWebhookColumns]
const columns = sql.join(columnNames.map((name) => sql.ref(name)))

const isSame = sql.join(
  columnNames.map(
    (name) => sql`${sql.ref(`bots.${name}`)} is not distinct from ${sql.ref(`excluded.${name}`)}`,
  ),
  sql` and `,
)

/** Casts a parameter to text. PostgreSQL needs the type of a parameter that no column determines. */
function text(value: RawBuilder<string | null>): RawBuilder<string | null> {
  return sql`cast(${value} as text)`
}

function ofOwner(param: Param<ListParams>): RawBuilder<unknown> {
  return sql`from agents
    where agents.license_id = ${param('license_id')} and agents.owner_client_id is not null
      and agents.owner_client_id = coalesce(${text(param('client_id'))}, agents.owner_client_id)
      and agents.removed_at is null
    order by agents.id limit ${rowCount(param('limit'))}`
}

export class SqlBots implements BotWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof botStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof botStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async getSettings(agentId: string): Promise<BotSettings | undefined> {
    const row = await first(this.#db, this.#statements.getSettings, { agent_id: agentId })
    if (row === undefined) return undefined
    return { tokenHash: textOrNull(row, 'token_hash'), webhooks: decodeBotWebhooks(row) }
  }

  async list(licenseId: number, clientId: string | null, limit: number): Promise<readonly Agent[]> {
    const params = { license_id: licenseId, client_id: clientId, limit }
    return (await this.#db.all(this.#statements.list, params)).map(decodeAgent)
  }

  async count(licenseId: number, clientId: string | null, max: number): Promise<number> {
    const params = { license_id: licenseId, client_id: clientId, limit: max }
    const row = await first(this.#db, this.#statements.count, params)
    return row === undefined ? 0 : integer(row, 'bot_count')
  }

  async putSettings(agentId: string, { tokenHash, webhooks }: BotSettings): Promise<void> {
    const params = { agent_id: agentId, token_hash: tokenHash, ...encodeBotWebhooks(webhooks) }
    await this.#db.run(this.#statements.putSettings, params)
  }
}
