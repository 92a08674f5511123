import { loadDriver } from '../../packages/storage-sqlite/src/drivers.js'
import { type ProvidedServer, running } from '../provided-server.js'

/** Drivers by preference. The documentation and the examples use the first. */
const names = ['better-sqlite3', 'node:sqlite'] as const

/**
 * Provides a driver of SQLite; the address is its name. `PARLEY_TEST_SQLITE` chooses one. Resolves with `undefined` when
 * this Node.js can load none.
 */
export async function provideSqlite(): Promise<ProvidedServer | undefined> {
  const chosen = names.find((name) => name === process.env.PARLEY_TEST_SQLITE)
  for (const name of chosen === undefined ? names : [chosen]) {
    const driver = await loadDriver(name).catch(() => undefined)
    if (driver === undefined) continue
    const database = driver.open(':memory:', { isReadonly: false, busyTimeoutMs: 0 })
    const row = database.prepare('select sqlite_version() as version').get()
    database.close()
    return running(name, `version ${row?.version}, through ${name}`)
  }
  return undefined
}
