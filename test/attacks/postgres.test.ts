import { isNightly } from '../faults/profile.js'
import { createDatabase, postgresUrl } from '../support/postgres.js'
import { playAttacks } from './play-attacks.js'

/** In `npm test` others each day. */
const share = isNightly ? 1 : 6

playAttacks(
  'on PostgreSQL',
  async () => {
    const { connectionString, drop } = await createDatabase()
    return { location: { kind: 'postgres', connectionString }, remove: drop }
  },
  { share, skip: postgresUrl === undefined && 'no PostgreSQL' },
)
