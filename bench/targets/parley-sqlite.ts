import { join } from 'node:path'
import { attachSocketIo } from '@parley/adapter-socketio'
import { sqliteStorage } from '@parley/storage-sqlite'
import type { Database } from '../processes/messages.js'
import { parleyOn } from './parley.js'

const storageOf = ({ directory }: Database) => sqliteStorage({ filename: join(directory, 'parley.db') })

export const parleySqlite = parleyOn(storageOf)
export const parleySqliteWithSocketIo = parleyOn(storageOf, { attach: attachSocketIo })
