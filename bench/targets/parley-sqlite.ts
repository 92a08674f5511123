import { join } from 'node:path'
import { sqliteStorage } from '@parley/storage-sqlite'
import type { Database } from '../processes/messages.js'
import { parleyOn } from './parley.js'

export const parleySqlite = parleyOn(({ directory }: Database) =>
  sqliteStorage({ filename: join(directory, 'parley.db') }),
)
