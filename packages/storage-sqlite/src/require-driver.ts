import { ParleyConfigError } from '@parley/core/ports'
import type { DriverName, SqliteDriver } from './driver.js'
import { loadDriver } from './drivers.js'

/** Loads the driver. Throws a config error with a remedy when it cannot be used. */
export async function requireDriver(name: DriverName): Promise<SqliteDriver> {
  try {
    return await loadDriver(name)
  } catch (cause) {
    throw unavailableDriver(name, cause)
  }
}

/** Returns an error that says how to get the driver, or which other one to use. */
export function unavailableDriver(name: DriverName, cause: unknown): ParleyConfigError {
  const message = name === 'node:sqlite' ? nodeSqliteMessage(cause) : betterSqlite3Message(cause)
  return new ParleyConfigError('driver_unavailable', { option: 'sqliteStorage.driver', message, cause })
}

const withoutNativeCode =
  "sqliteStorage({ driver: 'node:sqlite' }) needs no native code (Node.js 22.16 or newer)"

function betterSqlite3Message(cause: unknown): string {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing
    ? `better-sqlite3 is not installed: run npm install better-sqlite3, or ${withoutNativeCode}`
    : `better-sqlite3 cannot be loaded by this version of Node.js: run npm rebuild better-sqlite3, which needs a C++ compiler where there is no prebuilt binary; ${withoutNativeCode}`
}

function nodeSqliteMessage(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return `node:sqlite cannot be used with Node.js ${process.versions.node} (${reason}): use Node.js 22.16 or newer, or install better-sqlite3 and leave out driver`
}
