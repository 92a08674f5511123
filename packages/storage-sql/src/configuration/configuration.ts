import type {
  AutoChatScopes,
  ConfigurationUsage,
  ConfigurationWrites,
  LicenseConfiguration,
  NamedProperty,
} from '@parley/core/storage'
import { sql } from 'kysely'
import { integer, json, rows, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { encodeRows, insertRows, type RowsParams } from '../sql/insert-rows.js'
import { statement } from '../sql/statement.js'
import { decodeRules } from './webhook-rows.js'

type AutoScopesKey = { license_id: number; id: string }
type PropertyKey = { license_id: number; namespace: string; name: string }

const propertyColumns = {
  license_id: 'integer',
  namespace: 'text',
  name: 'text',
  definition: 'text',
} as const

export function configurationStatements(dialect: SqlDialect) {
  return {
    get: statement<{ id: number }>(dialect, 'configuration.get', (db, param) =>
      db
        .selectFrom('licenses')
        .select((license) => [
          'configuration_revision',
          dialect
            .jsonArray(
              license
                .selectFrom('property_definitions')
                .select(['namespace', 'name', 'definition'])
                .whereRef('property_definitions.license_id', '=', 'licenses.id')
                .orderBy('namespace')
                .orderBy('name'),
            )
            .as('properties'),
          dialect
            .jsonArray(
              license
                .selectFrom('auto_chat_scopes')
                .select(['auto_chat_scopes.id', 'definition'])
                .whereRef('auto_chat_scopes.license_id', '=', 'licenses.id')
                .orderBy('auto_chat_scopes.id'),
            )
            .as('auto_chat_scopes'),
          dialect
            .jsonArray(
              license
                .selectFrom('webhooks')
                .select(['webhooks.id', 'version', 'rule'])
                .whereRef('webhooks.license_id', '=', 'licenses.id')
                .where('disabled_at', 'is', null),
            )
            .as('webhooks'),
          dialect
            .jsonArray(
              license
                .selectFrom('agents')
                .innerJoin('bots', 'bots.agent_id', 'agents.id')
                .select(['agents.id', 'version', 'webhooks'])
                .whereRef('agents.license_id', '=', 'licenses.id')
                .where('owner_client_id', 'is not', null)
                .where('removed_at', 'is', null)
                .where('is_removed', '=', sql.lit(false))
                .where('webhooks', 'is not', null)
                .where('disabled_at', 'is', null),
            )
            .as('bots'),
        ])
        .where('id', '=', param('id')),
    ),
    getUsage: statement<{ id: number }>(dialect, 'configuration.getUsage', (db, param) => ({
      compile: () =>
        sql`select
          (select coalesce(sum(octet_length(definition)), 0) from property_definitions
            where license_id = ${param('id')})
          + (select coalesce(sum(octet_length(definition)), 0) from auto_chat_scopes
            where license_id = ${param('id')})
          + (select coalesce(sum(octet_length(rule) + octet_length(url)), 0) from webhooks
            where license_id = ${param('id')})
          + (select coalesce(sum(octet_length(webhooks)), 0) from bots
            join agents on agents.id = bots.agent_id
            where agents.license_id = ${param('id')} and webhooks is not null) as bytes,
          (select count(*) from auto_chat_scopes where license_id = ${param('id')}) as scopes_count`.compile(
          db,
        ),
    })),
    listProperties: statement<{ id: number }>(dialect, 'configuration.listProperties', (db, param) =>
      db
        .selectFrom('property_definitions')
        .select(['namespace', 'name', 'definition'])
        .where('license_id', '=', param('id'))
        .orderBy('namespace')
        .orderBy('name'),
    ),
    lock: statement<{ id: number }>(dialect, 'configuration.lock', (db, param) =>
      db.selectFrom('licenses').select('id').where('id', '=', param('id')).modifyEnd(dialect.lockClause),
    ),
    advance: statement<{ id: number }>(dialect, 'configuration.advance', (db, param) =>
      db
        .updateTable('licenses')
        .set({ configuration_revision: sql<number>`configuration_revision + 1` })
        .where('id', '=', param('id'))
        .returning('configuration_revision'),
    ),
    ...propertyStatements(dialect),
    ...autoScopesStatements(dialect),
  }
}

function propertyStatements(dialect: SqlDialect) {
  return {
    putProperties: statement<RowsParams>(dialect, 'configuration.putProperties', (_db, param) =>
      insertRows(dialect, 'property_definitions', propertyColumns, param, {
        ending: sql`on conflict (license_id, namespace, name) do update set definition = excluded.definition`,
      }),
    ),
    removeProperty: statement<PropertyKey>(dialect, 'configuration.removeProperty', (db, param) =>
      db
        .deleteFrom('property_definitions')
        .where('license_id', '=', param('license_id'))
        .where('namespace', '=', param('namespace'))
        .where('name', '=', param('name')),
    ),
  }
}

function autoScopesStatements(dialect: SqlDialect) {
  return {
    addAutoChatScopes: statement<AutoScopesKey & { definition: string }>(
      dialect,
      'configuration.addAutoChatScopes',
      (db, param) =>
        db.insertInto('auto_chat_scopes').values({
          license_id: param('license_id'),
          id: param('id'),
          definition: param('definition'),
        }),
    ),
    removeAutoChatScopes: statement<AutoScopesKey>(
      dialect,
      'configuration.removeAutoChatScopes',
      (db, param) =>
        db
          .deleteFrom('auto_chat_scopes')
          .where('license_id', '=', param('license_id'))
          .where('id', '=', param('id')),
    ),
  }
}

function decodeConfiguration(row: Row): LicenseConfiguration {
  return {
    revision: integer(row, 'configuration_revision'),
    properties: rows(row, 'properties').map(decodeProperty),
    autoChatScopes: rows(row, 'auto_chat_scopes').map(decodeAutoScopes),
    webhooks: decodeRules(rows(row, 'webhooks'), rows(row, 'bots')),
  }
}

function decodeAutoScopes(row: Row): AutoChatScopes {
  return Object.assign({ id: text(row, 'id') }, json<Omit<AutoChatScopes, 'id'>>(row, 'definition'))
}

function decodeProperty(row: Row): NamedProperty {
  return {
    namespace: text(row, 'namespace'),
    name: text(row, 'name'),
    definition: json<NamedProperty['definition']>(row, 'definition'),
  }
}

export class SqlConfiguration implements ConfigurationWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof configurationStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof configurationStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(licenseId: number): Promise<LicenseConfiguration | undefined> {
    const row = await first(this.#db, this.#statements.get, { id: licenseId })
    return row && decodeConfiguration(row)
  }

  async listProperties(licenseId: number): Promise<readonly NamedProperty[]> {
    return (await this.#db.all(this.#statements.listProperties, { id: licenseId })).map(decodeProperty)
  }

  async getUsage(licenseId: number): Promise<ConfigurationUsage> {
    const row = await first(this.#db, this.#statements.getUsage, { id: licenseId })
    if (row === undefined) throw new TypeError('the database returned no sum')
    return { bytes: integer(row, 'bytes'), autoChatScopesCount: integer(row, 'scopes_count') }
  }

  async lock(licenseId: number): Promise<boolean> {
    return (await this.#db.all(this.#statements.lock, { id: licenseId })).length > 0
  }

  async advance(licenseId: number): Promise<number> {
    const row = await first(this.#db, this.#statements.advance, { id: licenseId })
    if (row === undefined) throw new TypeError(`there is no license ${licenseId}`)
    return integer(row, 'configuration_revision')
  }

  async putProperties(licenseId: number, properties: readonly NamedProperty[]): Promise<number> {
    const rows = properties.map(({ namespace, name, definition }) => {
      return { license_id: licenseId, namespace, name, definition: JSON.stringify(definition) }
    })
    await this.#db.run(this.#statements.putProperties, encodeRows<typeof propertyColumns>(rows))
    return await this.advance(licenseId)
  }

  async removeProperty(licenseId: number, namespace: string, name: string): Promise<number | undefined> {
    const params = { license_id: licenseId, namespace, name }
    const count = await this.#db.run(this.#statements.removeProperty, params)
    return count === 0 ? undefined : await this.advance(licenseId)
  }

  async addAutoChatScopes(licenseId: number, { id, ...definition }: AutoChatScopes): Promise<number> {
    const params = { license_id: licenseId, id, definition: JSON.stringify(definition) }
    await this.#db.run(this.#statements.addAutoChatScopes, params)
    return await this.advance(licenseId)
  }

  async removeAutoChatScopes(licenseId: number, id: string): Promise<number | undefined> {
    const count = await this.#db.run(this.#statements.removeAutoChatScopes, { license_id: licenseId, id })
    return count === 0 ? undefined : await this.advance(licenseId)
  }
}
