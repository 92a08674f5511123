import type { SqlDialect } from './dialect.js'
import { statement } from './statement.js'

/** A statement of its own, for one that waited in the middle would go on with what it saw before. */
export function lockKeyStatement(dialect: SqlDialect, name: string) {
  return statement<{ key: string }>(dialect, name, (db, param) =>
    db.selectNoFrom(dialect.lockKey(param('key')).as('locked')),
  )
}
