import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from './dialect.js'
import type { Tables } from './tables.js'

/** A query that is compiled once, when its store is created. Each call only binds values. */
export interface Statement<Params> {
  /** Name that is unique among all statements. PostgreSQL prepares the statement under it. */
  readonly name: string
  readonly sql: string
  /**
   * Whether the statement may run so long that other reads must not wait for it. Within a transaction the caller
   * decides.
   */
  readonly mayTakeLong?: true
  /** Returns the values in the order of the placeholders. */
  bind(params: Params): unknown[]
}

/** Returns the placeholder of a value that each call provides. */
export type Param<Params> = <Name extends keyof Params & string>(name: Name) => RawBuilder<Params[Name]>

/**
 * Wraps a parameter of `limit` or `offset`. SQLite plans by the value of a bare parameter there, and would prepare the
 * statement again for each call.
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

/** Compiles a statement. */
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
