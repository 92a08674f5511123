import {
  aggregateRows,
  type SearchDialect,
  type SqlDialect,
  type Subquery,
  standardBuilder,
} from '@parley/storage-sql'
import { type RawBuilder, sql } from 'kysely'

/** Compares text by bytes, and trailing spaces too. MariaDB and MySQL have different names for that. */
const collation = '/*M! utf8mb4_nopad_bin *//*!80017 utf8mb4_0900_bin */'
export const textType = `longtext character set utf8mb4 collate ${collation}`
/** Type of a text that an index contains. An index takes at most 3,072 bytes, and a character up to four. */
export const indexedType = textType.replace('longtext', 'varchar(380)')
/** Makes texts of statements comparable with columns. */
export const setNames = `set names utf8mb4 collate ${collation}`

const types = { text: sql.raw(textType), integer: sql`bigint`, boolean: sql`tinyint` }

/**
 * One row for each token of an event. The full-text index of MySQL cannot hold tokens as they are. An event is known by
 * a digest, so an event that is indexed again adds nothing.
 */
const search: SearchDialect = {
  inserts: (given) => [
    sql`insert into search_tokens (token, document, thread_id, created_at)
      select word.token, unhex(md5(concat_ws(' ', given.position, given.thread_id, given.created_at, given.tokens))),
        given.thread_id, given.created_at
      from ${given} as given
      join json_table(concat('["', replace(given.tokens, ' ', '","'), '"]'), '$[*]'
        columns (token ${sql.raw(textType)} path '$')) as word where true
      on conflict (token, document) do nothing`,
  ],
  // `matches_terms` is replaced by the conditions on all terms.
  matches: (terms) => sql`select search_tokens.thread_id, search_tokens.created_at from search_tokens
    where matches_terms(${terms})`,
  encodeTerms: (terms) => JSON.stringify(terms),
}

/** SQL dialect of MySQL and MariaDB. */
export const mysqlDialect: SqlDialect = {
  builder: standardBuilder,
  ddl: {
    text: textType,
    integer: 'bigint',
    boolean: 'tinyint',
    identity: 'bigint not null auto_increment primary key',
    ordinal: 'bigint not null auto_increment unique',
    clustered: '',
    plain: '',
    searchTables: [
      `create table search_tokens (
        token ${indexedType} not null,
        document binary(16) not null,
        thread_id ${textType} not null,
        created_at bigint not null,
        primary key (token, document)
      )`,
    ],
  },
  search,
  readsCanWrite: false,
  joinsLateral: false,
  lacksOuterReferences: true,
  lockClause: sql`for update`,
  shareClause: sql`lock in share mode`,
  skipLockedClause: sql`for update skip locked`,
  keepClause: sql.raw('/*M! lock in share mode *//*!80000 for share */ skip locked'),
  // One of 1,024 rows stands for the key.
  lockKey: (key) => sql`(select id from parley_locks where id = crc32(${key}) % 1024 for update)`,
  encode: (value) => value,
  isOneOf: (column, list) => sql`${column} in ${list}`,
  isAmong: (column, query) => sql`${column} in (${query})`,
  greatest: (left, right) => sql`greatest(${left}, ${right})`,
  jsonArray,
  selectFromJson(columns, json) {
    const names = Object.keys(columns).map((name) => sql.ref(`item.${name}`))
    const definitions = Object.entries(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${types[type]} path ${sql.lit(`$.${name}`)}`,
    )
    return sql`select ${sql.join(names)} from json_table(${json}, '$[*]' columns (${sql.join(definitions)})) as item`
  },
  jsonValues: (json) => sql<string>`json_extract(${json}, '$.*')`,
  mergeJson: (json, changes) => sql<string>`json_merge_patch(${json}, ${changes})`,
}

function jsonArray<Row>(query: Subquery<Row>): RawBuilder<string> {
  return aggregateRows(query, ({ columns, order }) => {
    const members = [...columns].flatMap(([name, value]) => [sql.lit(name), value])
    return sql<string>`concat('[', coalesce(group_concat(json_object(${sql.join(members)}) ${order} separator ','), ''), ']')`
  })
}
