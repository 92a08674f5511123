import { join } from 'node:path'
import type { Storage } from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import { sqliteStorage } from '@parley/storage-sqlite'

export interface ChosenStorage {
  readonly storage: Storage
  /** Message for the person who starts the quickstart; absent when nothing is unusual. */
  readonly note?: string
}

/** Chooses one SQLite file in that directory, or memory with a note when this machine can load no driver of SQLite. */
export async function chooseStorage(directory: string): Promise<ChosenStorage> {
  const reasons: string[] = []
  for (const driver of ['better-sqlite3', 'node:sqlite'] as const) {
    const probe = sqliteStorage({ filename: ':memory:', driver })
    try {
      await probe.open()
      await probe.close()
      return { storage: sqliteStorage({ filename: join(directory, 'quickstart.db'), driver }) }
    } catch (cause) {
      reasons.push(cause instanceof Error ? cause.message : String(cause))
    }
  }
  // The first reason names both drivers.
  return { storage: memoryStorage(), note: `Chats are kept in memory and lost at the end: ${reasons[0]}.` }
}
