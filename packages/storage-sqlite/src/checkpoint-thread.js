// Worker thread of `Checkpointer`. It is plain JavaScript, because threads have no TypeScript loader when Parley runs
// from source.

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
 * Checkpoints twice: the first run takes long enough for many commits to arrive, and the second leaves few of them.
 *
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
