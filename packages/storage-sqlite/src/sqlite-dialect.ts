import type { SearchDialect, SqlDialect, Tables } from '@parley/storage-sql'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/sqlite'

const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/**
 * Largest row id. New ids continue after it in ascending order, as the index requires. There is only one writer, so no
 * other statement can take them.
 */
const lastId = sql`(select coalesce(max(id), 0) from search_documents)`

const search: SearchDialect = {
  inserts: (given) => [
    sql`insert into search_index (rowid, tokens)
      select ${lastId} + given.position, given.tokens from ${given} as given order by given.position`,
    sql`insert into search_documents (id, thread_id, created_at)
      select ${lastId} + given.position, given.thread_id, given.created_at from ${given} as given order by given.position`,
  ],
  matches: (terms) => sql`select search_documents.thread_id, search_documents.created_at
    from search_index cross join search_documents
    where search_index match ${terms} and search_documents.id = search_index.rowid`,
  encodeTerms: (terms) =>
    terms.map(({ token, isPrefix }) => (isPrefix ? `"${token}" *` : `"${token}"`)).join(' AND '),
}

/** SQL dialect of SQLite. */
export const sqliteDialect: SqlDialect = {
  builder,
  ddl: {
    text: 'text',
    integer: 'integer',
    boolean: 'integer',
    identity: 'integer primary key autoincrement',
    ordinal: 'integer primary key autoincrement',
    clustered: ' strict, without rowid',
    plain: ' strict',
    searchTables: [
      `create table search_documents (
        id integer primary key not null,
        thread_id text not null,
        created_at integer not null
      ) strict`,
      // The `ascii` tokenizer treats every non-ASCII character as part of a token. Parley's tokens are separated by
      // blanks.
      `create virtual table search_index using fts5 (
        tokens, content = '', columnsize = 0, detail = 'none', tokenize = 'ascii'
      )`,
    ],
  },
  search,
  readsCanWrite: false,
  joinsLateral: false,
  // There is one writer, and every transaction begins as a write transaction.
  lockClause: sql``,
  shareClause: sql``,
  skipLockedClause: sql``,
  keepClause: sql``,
  lockKey: (key) => sql`${key}`,
  encode(value) {
    if (typeof value === 'boolean') return value ? 1 : 0
    return Array.isArray(value) ? JSON.stringify(value) : value
  },
  isOneOf: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  isAmong: (column, query) => sql`${column} in (${query})`,
  greatest: (left, right) => sql`max(${left}, ${right})`,
  jsonArray: (query) => sql<string>`${jsonArrayFrom(query)}`,
  selectFromJson(columns, json) {
    const values = Object.keys(columns).map((name) => {
      return sql`${sql.ref('item.value')} ->> ${sql.lit(name)} as ${sql.ref(name)}`
    })
    return sql`select ${sql.join(values)} from json_each(${json}) as item`
  },
  // `json_each` treats an object like the array of its values.
  jsonValues: (json) => sql<string>`${json}`,
  mergeJson: (json, changes) => sql<string>`json_patch(${json}, ${changes})`,
}
