import { type RawBuilder, sql } from 'kysely'
import { text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { RowsParams } from '../sql/insert-rows.js'
import { type Statement, statement } from '../sql/statement.js'
import type { Fill, Migration } from './migration.js'

const agentsAtOnce = 1_000

/** Columns of an agent's former and new id, each also as it appears in JSON. */
const renamedColumns = { id: 'text', next: 'text', id_json: 'text', next_json: 'text' } as const

/**
 * Composes the ids of agents (NFC). An agent whose login was decomposed gets the composed id, wherever it is named.
 * When two agents would get the same id, nothing is migrated, and the error names both.
 *
 * It changes rows: the previous release then finds such an agent only by its composed login.
 */
export const composedLogins: Migration = {
  version: 27,
  kind: 'contracts',
  statements: () => [],
  fill: composeIds,
}

function composeIds(dialect: SqlDialect): Fill {
  return {
    read: statement<{ after: string }>(dialect, 'migrations.agents', (db, param) =>
      db
        .selectFrom('agents')
        .select('id')
        .where('id', '>', param('after'))
        .orderBy('id')
        .limit(sql.lit(agentsAtOnce)),
    ),
    // One batch per agent, because one column of a chat may name two of them.
    batchesOf: (agents) => agents.map((agent) => text(agent, 'id')).flatMap(renamed),
    conflicts: {
      read: renaming(
        dialect,
        'conflicts',
        (given) =>
          sql`select given.id, given.next from ${given} where exists (select 1 from agents where agents.id = given.next)`,
      ),
      error: (rows) => {
        const pairs = rows.map((row) => `${JSON.stringify(text(row, 'id'))} (decomposed)`).join(', ')
        return new Error(
          `this release composes logins (Unicode NFC), and these agents have the composed login of another agent: ${pairs}; remove one of the two with the previous release, then start this one`,
        )
      },
    },
    writes: Object.entries(renames).map(([name, of]) => renaming(dialect, name, of)),
  }
}

function renamed(id: string): readonly (readonly object[])[] {
  const next = id.normalize('NFC')
  if (next === id) return []
  return [[{ id, next, id_json: JSON.stringify(id), next_json: JSON.stringify(next) }]]
}

type OfGiven = (given: RawBuilder<unknown>) => RawBuilder<unknown>

function renaming(dialect: SqlDialect, name: string, of: OfGiven): Statement<RowsParams> {
  return statement<RowsParams>(dialect, `migrations.rename.${name}`, (_, param) => {
    const query = of(sql`(${dialect.selectFromJson(renamedColumns, param('rows'))}) as given`)
    return { compile: () => query.compile(dialect.builder) }
  })
}

const agentColumns = sql.raw(
  `license_id, name, email, avatar, permission, groups, max_chats_count, password_hash, owner_client_id, routing_status,
    online_until, created_at, removed_at, last_assigned_at`,
)

function exact(table: string, column: string): OfGiven {
  const [ofTable, ofColumn] = [sql.table(table), sql.ref(column)]
  return (given) =>
    sql`update ${ofTable} set ${ofColumn} = given.next from ${given} where ${ofColumn} = given.id`
}

const inChats = sql`(select chat_id from chat_users where user_id = given.id
  union select chat_id from chat_scopes where subject = 'agent:' || given.id)`

/** Renames in a table that can only be searched by chat. */
function exactInChats(table: string, column: string): OfGiven {
  const [ofTable, ofColumn] = [sql.table(table), sql.ref(column)]
  return (given) => sql`update ${ofTable} set ${ofColumn} = given.next from ${given}
    where chat_id in ${inChats} and ${ofColumn} = given.id`
}

function json(table: string, column: string, chatId: string | null): OfGiven {
  const [ofTable, ofColumn] = [sql.table(table), sql.ref(column)]
  const isInChats = chatId === null ? sql`true` : sql`${sql.ref(chatId)} in ${inChats}`
  return (
    given,
  ) => sql`update ${ofTable} set ${ofColumn} = replace(${ofColumn}, given.id_json, given.next_json) from ${given}
    where ${isInChats} and replace(${ofColumn}, given.id_json, '') <> ${ofColumn}`
}

function subject(table: string): OfGiven {
  return (given) => sql`update ${sql.table(table)} set subject = 'agent:' || given.next from ${given}
    where subject = 'agent:' || given.id`
}

/** Renames in this order: the tables by which chats are found come last, and devices refer to the row of the agent. */
const renames: Readonly<Record<string, OfGiven>> = {
  insert: (
    given,
  ) => sql`insert into agents (id, ${agentColumns}) select given.next, ${agentColumns} from agents
    inner join ${given} on given.id = agents.id`,
  devices: exact('devices', 'agent_id'),
  delete: (given) => sql`delete from agents where id in (select given.id from ${given})`,
  tokens: exact('tokens', 'entity_id'),
  codes: exact('codes', 'agent_id'),
  sign_ins: exact('sign_ins', 'agent_id'),
  presences: exact('presences', 'agent_id'),
  served_chats: exact('served_chats', 'agent_id'),
  events: exactInChats('events', 'author_id'),
  thread_users: exactInChats('thread_users', 'user_id'),
  chat_last_seen: exactInChats('chat_last_seen', 'user_id'),
  members: json('chats', 'members', 'chats.id'),
  scopes: json('chats', 'scopes', 'chats.id'),
  facts: json('chat_facts', 'facts', 'chat_id'),
  webhooks: json('webhooks', 'rule', null),
  bots: json('bots', 'webhooks', null),
  waiting_threads: subject('waiting_threads'),
  chat_scopes: subject('chat_scopes'),
  chat_users: exact('chat_users', 'user_id'),
}
