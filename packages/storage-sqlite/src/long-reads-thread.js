// Worker thread of `LongReads`. It is plain JavaScript, because threads have no TypeScript loader when Parley runs from
// source.

import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** @type {import('./long-reads.js').LongReadsThreadData} */
const { filename, busyTimeoutMs } = workerData
/** @type {Database.Database | undefined} */
let database
/** @type {Map<string, Database.Statement<unknown[], import('@parley/storage-sql').Row>>} */
const prepared = new Map()

parentPort?.on('message', (/** @type {import('./long-reads.js').LongRead | 'close'} */ message) => {
  if (message !== 'close') {
    parentPort?.postMessage(read(message))
    return
  }
  prepared.clear()
  database?.close()
  parentPort?.close()
})

/**
 * @param {import('./long-reads.js').LongRead} asked
 * @returns {import('./long-reads.js').LongReadEnd}
 */
function read({ sql, values }) {
  try {
    database ??= new Database(filename, { readonly: true, timeout: busyTimeoutMs })
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return { rows: statement.all(values) }
  } catch (cause) {
    const { message } = cause instanceof Error ? cause : { message: String(cause) }
    return { message, code: cause instanceof Database.SqliteError ? cause.code : 'ERROR' }
  }
}
