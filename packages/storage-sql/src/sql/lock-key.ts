import type { SqlDialect } from './dialect.js'
import { statement } from './statement.js'

/**
 * Returns the statement that waits for the lock of a key. It is a separate statement, because a statement that waits
 * midway would continue with outdated data.
 */
export function lockKeyStatement(dialect: SqlDialect, name: string) {
  return statement<{ key: string }>(dialect, name, (db, param) =>
    db.selectNoFrom(dialect.lockKey(param('key')).as('locked')),
  )
}
