import { join } from 'node:path'
import { sqliteStorage } from '@parley/storage-sqlite'
import { startParley } from './parley.js'
import type { StartTarget } from './target.js'

export const startParleySqlite: StartTarget = ({ directory }) =>
  startParley(sqliteStorage({ filename: join(directory, 'parley.db') }))
