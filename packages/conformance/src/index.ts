export type { StorageFixture, StorageSuiteOptions, StorageSupport } from './storage/suite.js'
export { testStorage } from './storage/test-storage.js'
export type { TestFunction } from './test-function.js'
