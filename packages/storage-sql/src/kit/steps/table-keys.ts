import type { DdlTypes } from '../../migrations/ddl-types.js'
import { migrationStatements, migrations } from '../../migrations/migrate.js'

/** Names of types that are easily found in the text of a table. */
const types: DdlTypes = {
  text: 'text',
  integer: 'integer',
  boolean: 'boolean',
  identity: 'integer primary key',
  ordinal: 'integer',
  clustered: '',
  plain: '',
  searchTables: [],
}

interface Table {
  readonly name: string
  readonly keys: readonly string[]
  /** Columns that identify a row, or refer to another table. */
  readonly constrained: readonly string[]
}

interface Index {
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
}

const statements = migrations.flatMap((step) => migrationStatements(types, step))
const tables = new Map(statements.flatMap(tableOf).map((table) => [table.name, table]))
const indexes = statements.flatMap(indexOf)

function tableOf(statement: string): readonly Table[] {
  const [, name, body = ''] = /^\s*create table (\w+) \(([\s\S]*)\)/.exec(statement) ?? []
  if (name === undefined) return []
  const several = /primary key \((.*?)\)/.exec(body)?.[1]?.split(', ')
  const single = [...body.matchAll(/^\s*(\w+) [^,]*(?:primary key|unique|references)/gm)].map(
    ([, column = '']) => column,
  )
  const key = /^\s*(\w+) [^,]*?(?:primary key|unique)/m.exec(body)?.[1] ?? 'id'
  return [{ name, keys: several ?? [key], constrained: [...(several ?? []), ...single] }]
}

function indexOf(statement: string): readonly Index[] {
  const [, name, table, columns = ''] =
    /^\s*create (?:unique )?index (\w+) on (\w+)\s+\((.*?)\)/.exec(statement) ?? []
  if (name === undefined || table === undefined) return []
  return [{ name, table, columns: columns.split(', ').map((column) => column.replace(/ desc$/, '')) }]
}

/** Returns the columns that identify a row of a table. */
export function keysOf(name: string): readonly string[] {
  const table = tables.get(name)
  if (table === undefined) throw new TypeError(`there is no table ${name}`)
  return table.keys
}

/** Returns whether an index contains the column, for databases that can index only some types. */
export function isIndexed(table: string, column: string): boolean {
  if (tables.get(table)?.constrained.includes(column)) return true
  return indexes.some((index) => index.table === table && index.columns.includes(column))
}

/** Returns the table of an index, for databases in which its name is not enough. */
export function tableOfIndex(name: string): string | undefined {
  return indexes.find((index) => index.name === name)?.table
}
