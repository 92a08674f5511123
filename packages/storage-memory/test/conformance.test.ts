import { test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { memoryStorage } from '@parley/storage-memory'

testStorage({
  test,
  factory: async () => ({ storage: memoryStorage(), another: memoryStorage, cleanup: async () => {} }),
  supports: { persistence: false, concurrentNodes: false },
})
