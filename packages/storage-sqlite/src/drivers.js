// The drivers are plain JavaScript without imports from other packages of Parley, because threads load them too, and
// threads have no TypeScript loader when Parley runs from source.

import { loadBetterSqlite3 } from './better-sqlite3-driver.js'
import { loadNodeSqlite } from './node-sqlite-driver.js'

/** @type {Readonly<Record<import('./driver.js').DriverName, () => Promise<import('./driver.js').SqliteDriver>>>} */
const loaders = { 'better-sqlite3': loadBetterSqlite3, 'node:sqlite': loadNodeSqlite }

/**
 * Loads a driver when it is needed, not when this package is imported. Rejects with the reason why it cannot be used.
 *
 * @param {import('./driver.js').DriverName} name
 * @returns {Promise<import('./driver.js').SqliteDriver>}
 */
export function loadDriver(name) {
  return loaders[name]()
}
