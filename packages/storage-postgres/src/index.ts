export type { PostgresClient, PostgresPool } from './postgres-client.js'
export type { PostgresStorageOptions } from './postgres-options.js'
export { postgresStorage } from './postgres-storage.js'
