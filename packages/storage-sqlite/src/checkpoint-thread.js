// The thread of a `Checkpointer`. Plain JavaScript: from source, a thread has no loader for anything else.

import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** @type {import('./checkpointer.js').CheckpointThreadData} */
const { filename, busyTimeoutMs } = workerData
/** @type {Database.Database | undefined} */
let database

parentPort?.on('message', (/** @type {'copy' | 'close'} */ message) => {
  if (message === 'copy') {
    parentPort?.postMessage(copy())
    return
  }
  database?.close()
  parentPort?.close()
})

/**
 * Twice: the first time takes long enough for many commits, of which the second leaves few.
 * @returns {import('./checkpointer.js').CheckpointEnd}
 */
function copy() {
  try {
    database ??= new Database(filename, { timeout: busyTimeoutMs, fileMustExist: true })
    database.pragma('wal_checkpoint(passive)')
    database.pragma('wal_checkpoint(passive)')
    return null
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}
