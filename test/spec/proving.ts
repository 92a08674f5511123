import { describe } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import { homeDatabase, type StorageKind, type TestStorage } from '../support/storages.js'

/** Registers proofs on SQLite. Another proof shows that the other storages give the same responses. */
export function proving(title: string, suite: (storage: StorageKind) => void): void {
  describe(title, () => suite(homeDatabase))
}

/** Registers proofs in memory, because they write much. */
export function provingInMemory(title: string, suite: (storage: StorageKind) => void): void {
  describe(title, () => suite(memoryDatabase))
}

export async function memoryDatabase(): Promise<TestStorage> {
  return { open: () => memoryStorage(), remove: async () => {} }
}
