import { type PostgresClient, timeoutMs } from './postgres-client.js'
import { valueTypes } from './value-types.js'

/**
 * Settings of Parley's own connections. `jit` is off because the cost of nested lists is overestimated until the tables
 * are analyzed: each call then spent ten times its run time on compiling.
 */
const settings: Readonly<Record<string, string>> = {
  synchronous_commit: 'on',
  jit: 'off',
  statement_timeout: String(timeoutMs),
  lock_timeout: String(timeoutMs),
  idle_in_transaction_session_timeout: String(2 * timeoutMs),
}

const names = Object.entries(settings)

/** Applies the settings to a session. They are no startup parameters, because poolers reject those. */
const setForSession = `select ${names.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')}`
const setForTransaction = names.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')

const begin = 'begin isolation level read committed'

/** Statement that begins a transaction on a connection that has the settings. */
export const plainBegin = begin
/**
 * Statements that begin a transaction and apply the settings in one round trip, for connections without state of their
 * own.
 */
export const settingBegin = `${begin}; ${setForTransaction}`

/** Applies the settings to a new connection. */
export async function setUpSession(client: PostgresClient): Promise<void> {
  await client.query({ text: setForSession, types: valueTypes, query_timeout: timeoutMs })
}
