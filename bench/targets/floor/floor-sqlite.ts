import type { StartTarget } from '../target.js'
import { startFloor } from './floor.js'
import { SqliteJournal } from './sqlite-journal.js'

export const startFloorSqlite: StartTarget = async ({ directory }) => startFloor(new SqliteJournal(directory))
