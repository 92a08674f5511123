import { postgresStorage } from '@parley/storage-postgres'
import { startParley } from './parley.js'
import { requirePostgres } from './require-postgres.js'
import type { StartTarget } from './target.js'

export const startParleyPostgres: StartTarget = (database) =>
  startParley(postgresStorage({ connectionString: requirePostgres(database) }))
