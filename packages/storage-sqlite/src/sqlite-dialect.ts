import type { SqlDialect, Tables } from '@parley/storage-sql'
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
  },
  readsCanWrite: false,
  // There is one writer, and every transaction begins as one.
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
  greatest: (left, right) => sql`max(${left}, ${right})`,
  jsonArray: (query) => sql<string>`${jsonArrayFrom(query)}`,
  selectFromJson(columns, json) {
    const values = Object.keys(columns).map((name) => {
      return sql`${sql.ref('item.value')} ->> ${sql.lit(name)} as ${sql.ref(name)}`
    })
    return sql`select ${sql.join(values)} from json_each(${json}) as item`
  },
  // To `json_each` an object is as good as the array of its values.
  jsonValues: (json) => sql<string>`${json}`,
  mergeJson: (json, changes) => sql<string>`json_patch(${json}, ${changes})`,
}
