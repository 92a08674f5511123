export { type SqliteStorageOptions, sqliteStorage } from './sqlite-storage.js'
