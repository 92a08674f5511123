import { isNightly } from '../faults/profile.js'
import { createDatabase, postgresUrl } from '../support/postgres.js'
import { playAttacks } from './play-attacks.js'

/** The others have their turn in `npm run test:nightly`, or with another seed. */
const share = isNightly ? 1 : 6

playAttacks(
  'on PostgreSQL',
  async () => {
    const { connectionString, drop } = await createDatabase()
    return { location: { kind: 'postgres', connectionString }, remove: drop }
  },
  { share, skip: postgresUrl === undefined && 'no PostgreSQL' },
)
