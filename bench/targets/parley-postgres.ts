import { postgresStorage } from '@parley/storage-postgres'
import type { Database } from '../processes/messages.js'
import { parleyOn } from './parley.js'
import { requirePostgres } from './require-postgres.js'

export const parleyPostgres = parleyOn((database: Database) =>
  postgresStorage({ connectionString: requirePostgres(database) }),
)
