import type { Storage } from '@parley/core'
import { postgresStorage } from '@parley/storage-postgres'
import { sqliteStorage } from '@parley/storage-sqlite'
import type { Location } from './engine-process.js'

export function storageAt(location: Location): Storage {
  return location.kind === 'sqlite'
    ? sqliteStorage({ filename: location.filename })
    : postgresStorage({ connectionString: location.connectionString })
}
