import { type ProvidedServer, running } from '../provided-server.js'

/** Resolves with `undefined` when better-sqlite3 is not installed or cannot be loaded by this Node.js. */
export async function provideSqlite(): Promise<ProvidedServer | undefined> {
  try {
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(':memory:')
    const version = database.prepare('select sqlite_version()').pluck().get()
    database.close()
    return running('', `version ${version}, through better-sqlite3`)
  } catch {
    return undefined
  }
}
