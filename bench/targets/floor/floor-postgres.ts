import { requirePostgres } from '../require-postgres.js'
import type { StartTarget } from '../target.js'
import { startFloor } from './floor.js'
import { PostgresJournal } from './postgres-journal.js'

export const startFloorPostgres: StartTarget = async (database) =>
  startFloor(await PostgresJournal.open(requirePostgres(database)))
