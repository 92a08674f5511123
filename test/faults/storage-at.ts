import type { Storage } from '@parley/core/storage'
import { postgresStorage } from '@parley/storage-postgres'
import { sqliteStorageAt } from '../support/sqlite-file.js'
import type { Location } from './engine-process.js'

export function storageAt(location: Location): Storage {
  return location.kind === 'sqlite'
    ? sqliteStorageAt(location.filename)
    : postgresStorage({ connectionString: location.connectionString })
}
