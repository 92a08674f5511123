import type { SqlDialect, Tables } from '@parley/storage-sql'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const types = { text: sql`text`, integer: sql`bigint`, boolean: sql`boolean` }

export const postgresDialect: SqlDialect = {
  builder,
  ddl: {
    text: 'text collate "C"',
    integer: 'bigint',
    boolean: 'boolean',
    identity: 'bigint generated always as identity primary key',
    ordinal: 'bigint generated always as identity',
    clustered: '',
    plain: '',
  },
  readsCanWrite: true,
  // As strong as what an update takes; foreign keys that point at the row need not wait.
  lockClause: sql`for no key update`,
  shareClause: sql`for share`,
  skipLockedClause: sql`for update skip locked`,
  keepClause: sql`for key share skip locked`,
  lockKey: (key) => sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
  encode: (value) => value,
  isOneOf: (column, list) => sql`${column} = any(${list})`,
  greatest: (left, right) => sql`greatest(${left}, ${right})`,
  jsonArray: (query) => sql<string>`(${jsonArrayFrom(query)})::text`,
  selectFromJson(columns, json) {
    const names = Object.keys(columns).map((name) => sql.ref(name))
    const definitions = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${types[type]}`)
    return sql`select ${sql.join(names)} from json_to_recordset(${json}) as item(${sql.join(definitions)})`
  },
  jsonValues: (json) => sql<string>`jsonb_path_query_array((${json})::jsonb, '$.*')::json`,
  mergeJson: (json, changes) => sql<string>`((${json})::jsonb || (${changes})::jsonb)::text`,
}
