import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from './dialect.js'
import type { Tables } from './tables.js'

/** A query compiled once, when its store is built; each call only binds values. */
export interface Statement<Params> {
  /** Unique among all statements; PostgreSQL prepares under this name. */
  readonly name: string
  readonly sql: string
  /** It reads for so long that nobody else may have to wait for it; within a transaction that is up to who asks. */
  readonly mayTakeLong?: true
  /** The values in the order of the placeholders. */
  bind(params: Params): unknown[]
}

/** Stands for a value that each call gives. */
export type Param<Params> = <Name extends keyof Params & string>(name: Name) => RawBuilder<Params[Name]>

/**
 * A parameter as the `limit` or `offset` of a query. SQLite plans by the value of one that stands there alone, and
 * therefore prepares the statement anew for each call.
 */
export function rowCount(count: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`cast(${count} as bigint)`
}

const bareRowCount = /\b(limit|offset) (\?|\$\d+)/

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export function statement<Params extends Readonly<Record<string, unknown>>>(
  dialect: SqlDialect,
  name: string,
  build: (db: Kysely<Tables>, param: Param<Params>) => Compilable,
): Statement<Params> {
  const compiled = build(dialect.builder, (key) => sql`${sql.val(new Placeholder(key))}`).compile()
  if (bareRowCount.test(compiled.sql)) throw new TypeError(`${name} needs rowCount, or a literal`)
  const slots = compiled.parameters
  return {
    name,
    sql: compiled.sql,
    bind: (params) => {
      const values: unknown[] = []
      for (const slot of slots) {
        values.push(slot instanceof Placeholder ? dialect.encode(params[slot.name]) : slot)
      }
      return values
    },
  }
}
