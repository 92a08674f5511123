import { sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { type Statement, statement } from '../sql/statement.js'

/** An `online_until` in the distant past, so that `routing.listDeparted` returns these bots first. */
const longAgo = sql.lit(1)

/** Returns the statement that starts the log-out of the bots with one of these tokens. */
export function departBotsByToken(
  dialect: SqlDialect,
  name: string,
): Statement<{ hashes: readonly string[] }> {
  return statement<{ hashes: readonly string[] }>(dialect, name, (db, param) => ({
    compile: () =>
      sql`update agents set online_until = ${longAgo}
        where online_until > ${longAgo} and id in (
          select agent_id from bots where ${dialect.isOneOf(sql.ref('bots.token_hash'), param('hashes'))}
        )`.compile(db),
  }))
}

/** Returns the statement that starts the log-out of all bots of an app. */
export function departBotsByApp(dialect: SqlDialect, name: string): Statement<{ client_id: string }> {
  return statement<{ client_id: string }>(dialect, name, (db, param) => ({
    compile: () =>
      sql`update agents set online_until = ${longAgo}
        where online_until > ${longAgo} and owner_client_id = ${param('client_id')}`.compile(db),
  }))
}
