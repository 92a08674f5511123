import { StorageError } from '@parley/core/storage'
import type Database from 'better-sqlite3'

/** Connection class that better-sqlite3 exports. */
export type Driver = typeof Database

/**
 * Loads better-sqlite3 when a storage is opened, not when this package is imported, so that a missing driver produces
 * an error with a remedy. Throws `StorageError` `unavailable`.
 */
export async function loadDriver(): Promise<Driver> {
  try {
    const { default: driver } = await import('better-sqlite3')
    // The native module is loaded with the first connection.
    new driver(':memory:').close()
    return driver
  } catch (cause) {
    throw new StorageError('unavailable', messageFor(cause), { cause })
  }
}

function messageFor(cause: unknown): string {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing
    ? 'better-sqlite3 is not installed: run npm install better-sqlite3'
    : 'better-sqlite3 cannot be loaded by this version of Node.js: run npm rebuild better-sqlite3, which needs a C++ compiler where there is no prebuilt binary'
}
