import { floorOn } from './floor.js'
import { SqliteJournal } from './sqlite-journal.js'

export const floorSqlite = floorOn(async ({ directory }) => new SqliteJournal(directory))
