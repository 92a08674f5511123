import { describe } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import { homeDatabase, type StorageKind, type TestStorage } from '../support/storages.js'

/** Proofs on SQLite; that the other storages give the same answers is a proof of its own. */
export function proving(title: string, suite: (storage: StorageKind) => void): void {
  describe(title, () => suite(homeDatabase))
}

/** For proofs that write much. */
export function provingInMemory(title: string, suite: (storage: StorageKind) => void): void {
  describe(title, () => suite(memoryDatabase))
}

export async function memoryDatabase(): Promise<TestStorage> {
  return { open: () => memoryStorage(), remove: async () => {} }
}
