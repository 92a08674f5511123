import { type SearchDialect, type SqlDialect, standardBuilder } from '@parley/storage-sql'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

const types = { text: sql`text`, integer: sql`bigint`, boolean: sql`boolean` }

const search: SearchDialect = {
  inserts: (given) => [
    sql`insert into search_documents (thread_id, created_at, tokens)
      select given.thread_id, given.created_at, array_to_tsvector(string_to_array(given.tokens, ' '))
      from ${given} as given order by given.position`,
  ],
  matches: (terms) => sql`select search_documents.thread_id, search_documents.created_at from search_documents
    where search_documents.tokens @@ cast(${terms} as tsquery)`,
  encodeTerms: (terms) =>
    terms.map(({ token, isPrefix }) => (isPrefix ? `'${token}':*` : `'${token}'`)).join(' & '),
}

/** SQL dialect of PostgreSQL. */
export const postgresDialect: SqlDialect = {
  builder: standardBuilder,
  ddl: {
    text: 'text collate "C"',
    integer: 'bigint',
    boolean: 'boolean',
    identity: 'bigint generated always as identity primary key',
    ordinal: 'bigint generated always as identity',
    clustered: '',
    plain: '',
    searchTables: [
      `create table search_documents (
        thread_id text collate "C" not null,
        created_at bigint not null,
        tokens tsvector not null
      )`,
      // The pending list is kept short, because every search reads all of it.
      `create index search_index on search_documents using gin (tokens)
        with (fastupdate = on, gin_pending_list_limit = 256)`,
    ],
  },
  search,
  readsCanWrite: true,
  joinsLateral: true,
  // The lock that an update takes. Foreign keys that reference the row do not wait for it.
  lockClause: sql`for no key update`,
  shareClause: sql`for share`,
  skipLockedClause: sql`for update skip locked`,
  keepClause: sql`for key share skip locked`,
  lockKey: (key) => sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
  encode: (value) => value,
  isOneOf: (column, list) => sql`${column} = any(${list})`,
  isAmong: (column, query) => sql`${column} = any(array(${query}))`,
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
