// Worker thread of `Checkpointer`. It is plain JavaScript, because threads have no TypeScript loader when Parley runs
// from source.

import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { loadDriver } from './drivers.js'

/** @type {import('./checkpointer.js').CheckpointThreadData} */
const { driver: driverName, filename, busyTimeoutMs } = workerData
const driver = await loadDriver(driverName)
/** @type {import('./driver.js').SqliteDatabase | undefined} */
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
    database ??= open()
    database.exec('pragma wal_checkpoint(passive)')
    database.exec('pragma wal_checkpoint(passive)')
    return null
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function open() {
  // The driver would create a new file in place of a deleted one.
  if (!existsSync(filename)) throw new Error(`there is no file ${filename}`)
  return driver.open(filename, { isReadonly: false, busyTimeoutMs })
}
