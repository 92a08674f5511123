import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { postgresUrl } from '../support/postgres.js'
import { byProfile } from '../support/profile.js'
import { playAttacks } from './play-attacks.js'
import { isTurnOf, postgresShare } from './settings.js'

/**
 * Returns whether a kind is played on SQLite. The quick profile plays each kind once, here or on PostgreSQL, and the
 * full profile plays every second kind here.
 */
const plays = byProfile<(index: number) => boolean>({
  quick: (index) => postgresUrl === undefined || !isTurnOf(postgresShare, index),
  full: (index) => isTurnOf(2, index),
  nightly: () => true,
})

playAttacks(
  'on SQLite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-attacks-'))
    const remove = () => rm(folder, { recursive: true, force: true })
    return { location: { kind: 'sqlite', filename: join(folder, 'parley.db') }, remove }
  },
  { plays, skip: noSqlite },
)
