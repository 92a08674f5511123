import { createMigratedDatabase, postgresUrl } from '../support/postgres.js'
import { isNightly } from '../support/profile.js'
import { playAttacks } from './play-attacks.js'
import { isTurnOf, postgresShare } from './settings.js'

/**
 * Returns whether a kind is played in this run. The others are played in `npm run test:nightly`, or with another seed.
 */
const plays = (index: number) => isNightly || isTurnOf(postgresShare, index)

playAttacks(
  'on PostgreSQL',
  async () => {
    const { connectionString, drop } = await createMigratedDatabase()
    return { location: { kind: 'postgres', connectionString }, remove: drop }
  },
  { plays, skip: postgresUrl === undefined && 'no PostgreSQL' },
)
