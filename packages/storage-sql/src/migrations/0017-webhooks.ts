import type { BotWebhooks } from '@parley/core/storage'
import { sql } from 'kysely'
import { json, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { Row } from '../sql/executor.js'
import type { RowsParams } from '../sql/insert-rows.js'
import { statement } from '../sql/statement.js'
import type { DdlTypes, Fill, Migration } from './migration.js'

const botsAtOnce = 100

/** Adds the webhooks of apps and the attempts of deliveries. Deliveries are now claimed by webhook. */
export const webhooks: Migration = {
  version: 17,
  kind: 'contracts',
  statements: (ddl) => [...webhookTables(ddl), ...botColumns(ddl), ...deliveryChanges],
  fill: splitBotWebhooks,
}

function webhookTables({ text, integer, clustered }: DdlTypes): string[] {
  return [
    `create table webhooks (
      id ${text} primary key not null,
      license_id ${integer} not null references licenses (id),
      client_id ${text} not null,
      version ${text} not null,
      url ${text} not null,
      description ${text},
      rule ${text} not null,
      secret_key ${text} not null,
      seal ${text} not null,
      created_at ${integer} not null,
      disabled_at ${integer}
    )${clustered}`,
    'create index webhooks_of_license on webhooks (license_id, id)',
    'create index webhooks_of_app on webhooks (client_id)',
    'create index webhooks_by_seal on webhooks (seal, id)',
    `create table delivery_attempts (
      webhook_id ${text} not null,
      id ${text} not null,
      delivery_id ${text} not null,
      started_at ${integer} not null,
      duration_ms ${integer} not null,
      status ${integer},
      reason ${text},
      primary key (webhook_id, id)
    )${clustered}`,
  ]
}

function botColumns({ text, integer, boolean }: DdlTypes): string[] {
  return [
    `alter table bots add column version ${text}`,
    `alter table bots add column url ${text}`,
    `alter table bots add column secret_key ${text}`,
    `alter table bots add column seal ${text}`,
    `alter table bots add column disabled_at ${integer}`,
    `alter table bots add column is_removed ${boolean} not null default false`,
    'create index bots_by_seal on bots (seal, agent_id) where seal is not null',
  ]
}

const deliveryChanges = [
  'alter table deliveries rename column fact to payload',
  'alter table failed_deliveries rename column fact to payload',
  'drop index deliveries_due',
  'create index deliveries_of_webhook on deliveries (webhook_id, is_parked, due_at, position)',
  'create index failed_deliveries_of_webhook on failed_deliveries (webhook_id, failed_at desc, id desc)',
]

/** Webhooks of a bot in the previous format: one value, with the secret key in clear text. */
interface FormerWebhooks {
  readonly url: string
  readonly secretKey: string
  readonly actions: readonly (Omit<BotWebhooks['actions'][number], 'action'> & {
    readonly name: BotWebhooks['actions'][number]['action']
  })[]
}

function splitBotWebhooks(dialect: SqlDialect): Fill {
  const columns = { id: 'text', url: 'text', secret_key: 'text', webhooks: 'text' } as const
  return {
    read: statement<{ after: string }>(dialect, 'migrations.botsWithWebhooks', (db, param) =>
      db
        .selectFrom('bots')
        .select(['agent_id as id', 'webhooks'])
        .where('agent_id', '>', param('after'))
        .where('webhooks', 'is not', null)
        .orderBy('agent_id')
        .limit(sql.lit(botsAtOnce)),
    ),
    batchesOf: (bots) => [bots.map(splitWebhooks)],
    writes: [
      statement<RowsParams>(dialect, 'migrations.splitBotWebhooks', (db, param) => ({
        compile: () =>
          sql`update bots set version = 'v0.5', url = given.url, secret_key = given.secret_key, seal = 'clear.v1.',
            webhooks = given.webhooks
          from (${dialect.selectFromJson(columns, param('rows'))}) as given where bots.agent_id = given.id`.compile(
            db,
          ),
      })),
    ],
  }
}

function splitWebhooks(row: Row) {
  const { url, secretKey, actions } = json<FormerWebhooks>(row, 'webhooks')
  const rules = actions.map(({ name: action, ...rest }) => ({ action, ...rest }))
  return {
    id: text(row, 'id'),
    url,
    secret_key: `clear.v1.${secretKey}`,
    webhooks: JSON.stringify(rules),
  }
}
