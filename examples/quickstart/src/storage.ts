import { join } from 'node:path'
import type { Storage } from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import { sqliteStorage } from '@parley/storage-sqlite'

export interface ChosenStorage {
  readonly storage: Storage
  /** Message for the person who starts the quickstart; absent when nothing is unusual. */
  readonly note?: string
}

/** Chooses one SQLite file in that directory, or memory with a note when this machine cannot load better-sqlite3. */
export async function chooseStorage(directory: string): Promise<ChosenStorage> {
  const probe = sqliteStorage({ filename: ':memory:' })
  try {
    await probe.open()
    await probe.close()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { storage: memoryStorage(), note: `Chats are kept in memory and lost at the end: ${reason}.` }
  }
  return { storage: sqliteStorage({ filename: join(directory, 'quickstart.db') }) }
}
