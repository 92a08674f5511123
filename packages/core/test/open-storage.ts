import { after } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import type { Storage, StorageTransaction } from '../src/ports/storage.js'

/** Opens an empty storage, which is closed when the test ends. `seed` writes its initial content. */
export async function openStorage(seed?: (tx: StorageTransaction) => Promise<unknown>): Promise<Storage> {
  const storage = memoryStorage()
  await storage.open()
  after(() => storage.close())
  if (seed) await storage.transaction(seed)
  return storage
}
