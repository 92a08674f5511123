import type { App, AppWrites, RemovedApp } from '@parley/core/storage'
import { type SqlBool, sql } from 'kysely'
import type { SqlConfiguration } from '../configuration/configuration.js'
import { botWebhookColumns } from '../configuration/webhook-rows.js'
import { flag, integer, json, oneOf, text, textOrNull } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { insertRow } from '../sql/insert-row.js'
import { rowCount, statement } from '../sql/statement.js'
import { departBotsByApp } from '../users/departing-bots.js'

const appColumns = {
  client_id: 'text',
  license_id: 'integer',
  name: 'text',
  type: 'text',
  visibility: 'text',
  redirect_uris: 'text',
  scopes: 'text',
  secret_hash: 'text',
  requires_pkce: 'boolean',
  skips_consent: 'boolean',
  created_at: 'integer',
} as const

const appSelection = [
  'client_id',
  'license_id',
  'name',
  'type',
  'visibility',
  'redirect_uris',
  'scopes',
  'secret_hash',
  'requires_pkce',
  'skips_consent',
  'created_at',
] as const

function decodeApp(row: Row): App {
  return {
    clientId: text(row, 'client_id'),
    licenseId: integer(row, 'license_id'),
    name: text(row, 'name'),
    type: oneOf(row, 'type', ['server', 'browser']),
    visibility: oneOf(row, 'visibility', ['private', 'public']),
    redirectUris: json<readonly string[]>(row, 'redirect_uris'),
    scopes: json<App['scopes']>(row, 'scopes'),
    secretHash: textOrNull(row, 'secret_hash'),
    requiresPkce: flag(row, 'requires_pkce'),
    skipsConsent: flag(row, 'skips_consent'),
    createdAt: integer(row, 'created_at'),
  }
}

function encodeApp(app: App) {
  return {
    client_id: app.clientId,
    license_id: app.licenseId,
    name: app.name,
    type: app.type,
    visibility: app.visibility,
    redirect_uris: JSON.stringify(app.redirectUris),
    scopes: JSON.stringify(app.scopes),
    secret_hash: app.secretHash,
    requires_pkce: app.requiresPkce,
    skips_consent: app.skipsConsent,
    created_at: app.createdAt,
  }
}

type AppValues = ReturnType<typeof encodeApp>

type ListParams = { license_id: number; limit: number; after_at: number; after_id: string }

export function appStatements(dialect: SqlDialect) {
  return { ...readStatements(dialect), ...writeStatements(dialect), ...removeStatements(dialect) }
}

function readStatements(dialect: SqlDialect) {
  return {
    get: statement<{ client_id: string }>(dialect, 'apps.get', (db, param) =>
      db.selectFrom('apps').select(appSelection).where('client_id', '=', param('client_id')),
    ),
    getShared: statement<{ client_id: string }>(dialect, 'apps.getShared', (db, param) =>
      db
        .selectFrom('apps')
        .select(appSelection)
        .where('client_id', '=', param('client_id'))
        .modifyEnd(dialect.shareClause),
    ),
    list: statement<ListParams>(dialect, 'apps.list', (db, param) =>
      db
        .selectFrom('apps')
        .select(appSelection)
        .where('license_id', '=', param('license_id'))
        .where(sql<SqlBool>`(created_at, client_id) > (${param('after_at')}, ${param('after_id')})`)
        .orderBy('created_at')
        .orderBy('client_id')
        .limit(rowCount(param('limit'))),
    ),
  }
}

function writeStatements(dialect: SqlDialect) {
  return {
    insert: insertRow(dialect, { name: 'apps.insert', table: 'apps', columns: appColumns }),
    update: statement<AppValues>(dialect, 'apps.update', (db, param) =>
      db
        .updateTable('apps')
        .set({
          name: param('name'),
          type: param('type'),
          visibility: param('visibility'),
          redirect_uris: param('redirect_uris'),
          scopes: param('scopes'),
          secret_hash: param('secret_hash'),
          requires_pkce: param('requires_pkce'),
          skips_consent: param('skips_consent'),
        })
        .where('client_id', '=', param('client_id')),
    ),
  }
}

const noWebhooks = sql.join(botWebhookColumns.map((name) => sql`${sql.ref(name)} = null`))

function removeStatements(dialect: SqlDialect) {
  return {
    remove: statement<{ client_id: string }>(dialect, 'apps.remove', (db, param) =>
      db.deleteFrom('apps').where('client_id', '=', param('client_id')),
    ),
    departBots: departBotsByApp(dialect, 'apps.departBots'),
    removeTokens: statement<{ client_id: string }>(dialect, 'apps.removeTokens', (db, param) =>
      db.deleteFrom('tokens').where('client_id', '=', param('client_id')).returning('license_id'),
    ),
    removeCodes: statement<{ client_id: string }>(dialect, 'apps.removeCodes', (db, param) =>
      db.deleteFrom('codes').where('client_id', '=', param('client_id')),
    ),
    removeAttempts: statement<{ client_id: string }>(dialect, 'apps.removeAttempts', (db, param) =>
      db
        .deleteFrom('delivery_attempts')
        .where('webhook_id', 'in', (webhook) =>
          webhook.selectFrom('webhooks').select('id').where('client_id', '=', param('client_id')),
        ),
    ),
    removeWebhooks: statement<{ client_id: string }>(dialect, 'apps.removeWebhooks', (db, param) =>
      db.deleteFrom('webhooks').where('client_id', '=', param('client_id')).returning('license_id'),
    ),
    removeBotWebhooks: statement<{ client_id: string }>(dialect, 'apps.removeBotWebhooks', (db, param) => ({
      compile: () =>
        sql`update bots set disabled_at = null, ${noWebhooks}
          where url is not null
            and agent_id in (select id from agents where owner_client_id = ${param('client_id')})
          returning (select license_id from agents where agents.id = bots.agent_id) as license_id`.compile(
          db,
        ),
    })),
  }
}

export class SqlApps implements AppWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof appStatements>
  readonly #configuration: SqlConfiguration

  constructor(
    db: SqlExecutor,
    statements: ReturnType<typeof appStatements>,
    configuration: SqlConfiguration,
  ) {
    this.#db = db
    this.#statements = statements
    this.#configuration = configuration
  }

  async get(clientId: string): Promise<App | undefined> {
    const row = await first(this.#db, this.#statements.get, { client_id: clientId })
    return row && decodeApp(row)
  }

  async list(
    licenseId: number,
    limit: number,
    after: Pick<App, 'createdAt' | 'clientId'> = { createdAt: -1, clientId: '' },
  ): Promise<readonly App[]> {
    const position = { after_at: after.createdAt, after_id: after.clientId }
    const rows = await this.#db.all(this.#statements.list, { license_id: licenseId, limit, ...position })
    return rows.map(decodeApp)
  }

  async insert(app: App): Promise<void> {
    await this.#db.run(this.#statements.insert, encodeApp(app))
  }

  async update(app: App): Promise<boolean> {
    const count = await this.#db.run(this.#statements.update, encodeApp(app))
    return count > 0
  }

  /**
   * Removes an app. It deletes the app's row first, which waits for transactions that have read it, so that what they
   * stored is deleted too.
   */
  async remove(clientId: string): Promise<RemovedApp | undefined> {
    const params = { client_id: clientId }
    const count = await this.#db.run(this.#statements.remove, params)
    if (count === 0) return undefined
    await this.#db.run(this.#statements.removeCodes, params)
    const tokens = await this.#db.all(this.#statements.removeTokens, params)
    await this.#db.run(this.#statements.departBots, params)
    return { licenseIds: licensesOf(tokens), configurations: await this.#removeWebhooks(params) }
  }

  async #removeWebhooks(params: { client_id: string }): Promise<RemovedApp['configurations']> {
    await this.#db.run(this.#statements.removeAttempts, params)
    const ofApp = await this.#db.all(this.#statements.removeWebhooks, params)
    const removed = [...ofApp, ...(await this.#db.all(this.#statements.removeBotWebhooks, params))]
    const configurations: { licenseId: number; revision: number }[] = []
    for (const licenseId of licensesOf(removed)) {
      configurations.push({ licenseId, revision: await this.#configuration.advance(licenseId) })
    }
    return configurations
  }
}

/** Returns each license once, in ascending order. Transactions that lock several licenses all use this order. */
function licensesOf(rows: readonly Row[]): readonly number[] {
  return [...new Set(rows.map((row) => integer(row, 'license_id')))].sort((left, right) => left - right)
}
