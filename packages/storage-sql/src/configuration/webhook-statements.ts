import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { insertRow } from '../sql/insert-row.js'
import { insertRows, type RowsParams } from '../sql/insert-rows.js'
import { distinctValues } from '../sql/loose-scan.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import { attemptColumns, webhookColumns } from './webhook-rows.js'

type OwnedParams = { license_id: number; client_id: string | null; after: string; limit: number }
type DisableParams = { license_id: number; id: string; disabled_at: number | null }
type UpdateParams = {
  id: string
  license_id: number
  url: string
  description: string | null
  rule: string
  secret_key: string
  seal: string
}
type OldAttemptsParams = { webhooks: string; kept: number }
type SealParams = { prefix: string; limit: number }
type ReplaceParams = { id: string; former: string; secret_key: string; seal: string }

const columns = sql.join(Object.keys(webhookColumns).map((name) => sql.ref(name)))
/** Maximum number of listed seals. There are usually few. */
const maxSeals = 100

export function webhookStatements(dialect: SqlDialect) {
  return {
    ...readStatements(dialect),
    ...writeStatements(dialect),
    ...attemptStatements(dialect),
    ...sealStatements(dialect),
  }
}

function readStatements(dialect: SqlDialect) {
  return {
    get: statement<{ id: string }>(dialect, 'webhooks.get', (db, param) => ({
      compile: () => sql`select ${columns} from webhooks where id = ${param('id')}`.compile(db),
    })),
    list: statement<OwnedParams>(dialect, 'webhooks.list', (db, param) => ({
      compile: () => sql`select ${columns} ${ofOwner(param)}`.compile(db),
    })),
    count: statement<OwnedParams>(dialect, 'webhooks.count', (db, param) => ({
      compile: () =>
        sql`select count(*) as webhook_count from (select id ${ofOwner(param)}) as found`.compile(db),
    })),
    listDestinations: statement<{ ids: readonly string[] }>(
      dialect,
      'webhooks.listDestinations',
      (db, param) => ({
        compile: () =>
          sql`select id, license_id, url, secret_key, disabled_at from webhooks
            where ${dialect.isOneOf(sql.ref('id'), param('ids'))}
          union all
          select agents.id, agents.license_id, bots.url, bots.secret_key, bots.disabled_at
            from bots join agents on agents.id = bots.agent_id
            where ${dialect.isOneOf(sql.ref('bots.agent_id'), param('ids'))} and bots.url is not null`.compile(
            db,
          ),
      }),
    ),
  }
}

function ofOwner(param: Param<OwnedParams>): RawBuilder<unknown> {
  return sql`from webhooks where license_id = ${param('license_id')}
    and client_id = coalesce(cast(${param('client_id')} as text), client_id) and id > ${param('after')}
    order by id limit ${rowCount(param('limit'))}`
}

function writeStatements(dialect: SqlDialect) {
  const isChange = (param: Param<DisableParams>) =>
    sql`(disabled_at is null) <> (cast(${param('disabled_at')} as bigint) is null)`
  return {
    insert: insertRow(dialect, { name: 'webhooks.insert', table: 'webhooks', columns: webhookColumns }),
    update: statement<UpdateParams>(dialect, 'webhooks.update', (db, param) =>
      db
        .updateTable('webhooks')
        .set({
          url: param('url'),
          description: param('description'),
          rule: param('rule'),
          secret_key: param('secret_key'),
          seal: param('seal'),
        })
        .where('id', '=', param('id'))
        .where('license_id', '=', param('license_id')),
    ),
    remove: statement<{ license_id: number; id: string }>(dialect, 'webhooks.remove', (db, param) =>
      db.deleteFrom('webhooks').where('id', '=', param('id')).where('license_id', '=', param('license_id')),
    ),
    disable: statement<DisableParams>(dialect, 'webhooks.disable', (db, param) => ({
      compile: () =>
        sql`update webhooks set disabled_at = ${param('disabled_at')}
          where id = ${param('id')} and license_id = ${param('license_id')} and ${isChange(param)}`.compile(
          db,
        ),
    })),
    disableBot: statement<DisableParams>(dialect, 'webhooks.disableBot', (db, param) => ({
      compile: () =>
        sql`update bots set disabled_at = ${param('disabled_at')}
          where agent_id = ${param('id')} and url is not null and ${isChange(param)}
            and exists (select 1 from agents where agents.id = bots.agent_id
              and agents.license_id = ${param('license_id')})`.compile(db),
    })),
  }
}

function attemptStatements(dialect: SqlDialect) {
  return {
    listAttempts: statement<{ webhook_id: string; limit: number }>(
      dialect,
      'webhooks.listAttempts',
      (db, param) =>
        db
          .selectFrom('delivery_attempts')
          .selectAll()
          .where('webhook_id', '=', param('webhook_id'))
          .orderBy('id', 'desc')
          .limit(rowCount(param('limit'))),
    ),
    removeAttempts: statement<{ webhook_id: string }>(dialect, 'webhooks.removeAttempts', (db, param) =>
      db.deleteFrom('delivery_attempts').where('webhook_id', '=', param('webhook_id')),
    ),
    addAttempts: statement<RowsParams>(dialect, 'webhooks.addAttempts', (_, param) =>
      insertRows(dialect, 'delivery_attempts', attemptColumns, param, { condition: isThere }),
    ),
    removeOldAttempts: statement<OldAttemptsParams>(dialect, 'webhooks.removeOldAttempts', (db, param) => ({
      compile: () =>
        sql`with surplus as materialized (
          select given.webhook_id, (
            select attempt.id from delivery_attempts as attempt where attempt.webhook_id = given.webhook_id
            order by attempt.id desc limit 1 offset ${rowCount(param('kept'))}
          ) as newest
          from (${dialect.selectFromJson({ webhook_id: 'text' }, param('webhooks'))}) as given
        )
        delete from delivery_attempts where (webhook_id, id) in (
          select old.webhook_id, old.id from surplus cross join delivery_attempts as old
          where old.webhook_id = surplus.webhook_id and old.id <= surplus.newest
        )`.compile(db),
    })),
  }
}

/** Condition that the webhook or bot exists. Attempts of others would never be removed. */
const isThere = sql`exists (select 1 from webhooks where webhooks.id = given.webhook_id)
  or exists (select 1 from bots where bots.agent_id = given.webhook_id)`

function sealStatements(dialect: SqlDialect) {
  return {
    listSeals: statement<Record<string, never>>(dialect, 'webhooks.listSeals', (db) => ({
      compile: () =>
        sql`with recursive ${distinctValues('of_webhook', { table: 'webhooks', column: 'seal' })},
          ${distinctValues('of_bot', { table: 'bots', column: 'seal' })}
          select value as seal from of_webhook where value is not null
          union select value from of_bot where value is not null limit ${sql.lit(maxSeals)}`.compile(db),
    })),
    listWithoutSealPrefix: statement<SealParams>(dialect, 'webhooks.listWithoutSealPrefix', (db, param) => ({
      compile: () =>
        sql`${sealedOtherwise(webhookKeys, param)} union all ${sealedOtherwise(botKeys, param)}
          limit ${rowCount(param('limit'))}`.compile(db),
    })),
    ...replaceStatements(dialect),
  }
}

interface SealedKeys {
  readonly table: 'webhooks' | 'bots'
  readonly id: string
}
const webhookKeys: SealedKeys = { table: 'webhooks', id: 'id' }
const botKeys: SealedKeys = { table: 'bots', id: 'agent_id' }

/** Selects the keys with another seal, in two ranges of the index, so that correctly sealed ones are not read. */
function sealedOtherwise({ table, id }: SealedKeys, param: Param<SealParams>): RawBuilder<unknown> {
  const stretches = [sql`<`, sql`>`].map(
    (comparison) => sql`select id, secret_key from (
      select ${sql.ref(id)} as id, secret_key from ${sql.table(table)} where seal ${comparison} ${param('prefix')}
      order by seal, ${sql.ref(id)} limit ${rowCount(param('limit'))}
    ) as sealed`,
  )
  return sql.join(stretches, sql` union all `)
}

function replaceStatements(dialect: SqlDialect) {
  return {
    replace: statement<ReplaceParams>(dialect, 'webhooks.replaceSecretKey', (db, param) =>
      db
        .updateTable('webhooks')
        .set({ secret_key: param('secret_key'), seal: param('seal') })
        .where('id', '=', param('id'))
        .where('secret_key', '=', param('former')),
    ),
    replaceOfBot: statement<ReplaceParams>(dialect, 'webhooks.replaceSecretKeyOfBot', (db, param) =>
      db
        .updateTable('bots')
        .set({ secret_key: param('secret_key'), seal: param('seal') })
        .where('agent_id', '=', param('id'))
        .where('secret_key', '=', param('former')),
    ),
  }
}
