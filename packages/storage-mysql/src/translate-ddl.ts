import { isIndexed, tableOfIndex } from '@parley/storage-sql'
import { indexedType, textType } from './mysql-dialect.js'

/** Columns whose texts may be longer than an index allows. Their digests are unique instead. */
const longKeys: Readonly<Record<string, string>> = { agents: 'id', devices: 'token' }

/** Returns the index by which rows of a table are found by their keys. */
export function keyIndexOf(table: string): string {
  return longKeys[table] ?? (table === 'deliveries' ? 'id' : 'primary')
}

/** Translates a statement that creates or changes a table. */
export function translateDdl(statement: string): string {
  const text = statement.replace(/\s+/g, ' ').trim()
  const [, dropped] = /^drop index (\w+)$/.exec(text) ?? []
  if (dropped !== undefined) return `${text} on ${tableOfIndex(dropped)}`
  if (text.startsWith('create unique index agents_by_external_id')) return externalIds
  const [, table = ''] = /^(?:create|alter) table (?:if not exists )?(\w+) /.exec(text) ?? []
  const typed = table === '' ? indexOf(text) : columnsOf(table, text)
  return typed.replace(/(?<=[(, ])(?<!primary )(key|groups|rank)(?=[ ,)])/g, '"$1"')
}

/** MySQL has no partial indexes. */
function indexOf(text: string): string {
  const [, head = '', table = '', columns = ''] = /^(.* on (\w+)) \((.*?)\)/.exec(text) ?? []
  const long = longKeys[table]
  const kept = long === undefined ? columns : columns.replace(new RegExp(`\\b${long}\\b`), `${long}(255)`)
  return `${head} (${kept})`
}

function columnsOf(table: string, text: string): string {
  const long = longKeys[table]
  const digested = text.replace(
    `${long} ${textType} primary key not null`,
    `${long} ${textType} not null, ${long}_digest binary(32) as (unhex(sha2(${long}, 256))) stored unique,
    index (${long}(255))`,
  )
  return digested
    .split(/(?=\b\w+ longtext )/)
    .map((part) => {
      const [, column = ''] = /^(\w+) longtext /.exec(part) ?? []
      return column !== long && isIndexed(table, column) ? part.replace(textType, indexedType) : part
    })
    .join('')
    .replace(/ references \w+ \(\w+\)/g, '')
    .replace(/ default ('.*?')/g, ' default ($1)')
}

/** Only agents that have not been removed have unique external ids. */
const externalIds = `alter table agents add column present_external_id ${indexedType}
  as (case when removed_at is null then external_id end) virtual,
  add unique index agents_by_external_id (license_id, present_external_id)`
