import { requirePostgres } from '../require-postgres.js'
import { floorOn } from './floor.js'
import { PostgresJournal } from './postgres-journal.js'

export const floorPostgres = floorOn((database) => PostgresJournal.open(requirePostgres(database)))
