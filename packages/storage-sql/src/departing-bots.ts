import { sql } from 'kysely'
import type { SqlDialect } from './dialect.js'
import { type Statement, statement } from './statement.js'

/** Logged in until long ago: so they are the first that `routing.listDeparted` answers. */
const longAgo = sql.lit(1)

/** The bots that hang on these tokens are to be logged out. */
export function departBotsOfTokens(
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

/** The same of all bots of an app. */
export function departBotsOfApp(dialect: SqlDialect, name: string): Statement<{ client_id: string }> {
  return statement<{ client_id: string }>(dialect, name, (db, param) => ({
    compile: () =>
      sql`update agents set online_until = ${longAgo}
        where online_until > ${longAgo} and owner_client_id = ${param('client_id')}`.compile(db),
  }))
}
