import type { ChatHead } from '@parley/core/storage'
import { first, type SqlExecutor } from '../sql/executor.js'
import type { Statement } from '../sql/statement.js'
import { decodeHead } from './chat-rows.js'

/** Changes a chat by a statement that returns its new head. Throws a `TypeError` when the statement finds no row. */
export async function changeHead<Params extends { readonly id: string }>(
  db: SqlExecutor,
  change: Statement<Params>,
  params: Params,
): Promise<ChatHead> {
  const row = await first(db, change, params)
  if (row === undefined) throw new TypeError(`${change.name} does not apply to chat ${params.id}`)
  return decodeHead(row)
}
