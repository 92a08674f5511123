import { after } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import type { Storage, StorageTransaction } from '../src/ports/storage.js'

/** An empty storage for the test that asks for one, which is closed when it ends. `seed` puts in what it begins with. */
export async function openStorage(seed?: (tx: StorageTransaction) => Promise<unknown>): Promise<Storage> {
  const storage = memoryStorage()
  await storage.open()
  after(() => storage.close())
  if (seed) await storage.transaction(seed)
  return storage
}
