// Worker thread of `LongReads`. It is plain JavaScript, because threads have no TypeScript loader when Parley runs from
// source.

import { parentPort, workerData } from 'node:worker_threads'
import { loadDriver } from './drivers.js'

/** @type {import('./long-reads.js').LongReadsThreadData} */
const { driver: driverName, filename, busyTimeoutMs } = workerData
const driver = await loadDriver(driverName)
/** @type {import('./driver.js').SqliteDatabase | undefined} */
let database
/** @type {Map<string, import('./driver.js').SqliteStatement>} */
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
    database ??= driver.open(filename, { isReadonly: true, busyTimeoutMs })
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return { rows: statement.all(...values) }
  } catch (cause) {
    const { message } = cause instanceof Error ? cause : { message: String(cause) }
    return { message, resultCode: driver.resultCode(cause) }
  }
}
