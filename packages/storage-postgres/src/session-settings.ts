import { type PostgresClient, timeoutMs } from './postgres-client.js'
import { valueTypes } from './value-types.js'

/**
 * What Parley needs of each connection of its own. A list nests its chats, whose cost is over-estimated until the tables are
 * analyzed: with `jit` it was compiled, at each call, for ten times as long as it then ran.
 */
const settings: Readonly<Record<string, string>> = {
  synchronous_commit: 'on',
  jit: 'off',
  statement_timeout: String(timeoutMs),
  lock_timeout: String(timeoutMs),
  idle_in_transaction_session_timeout: String(2 * timeoutMs),
}

const names = Object.entries(settings)

/** Not by startup parameters, because poolers refuse them. */
const setForSession = `select ${names.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')}`
const setForTransaction = names.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')

const begin = 'begin isolation level read committed'

/** How a transaction begins where the connection has the settings. */
export const plainBegin = begin
/** How it begins where a connection has no state of its own, in one round trip. */
export const settingBegin = `${begin}; ${setForTransaction}`

export async function setUpSession(client: PostgresClient): Promise<void> {
  await client.query({ text: setForSession, types: valueTypes, query_timeout: timeoutMs })
}
