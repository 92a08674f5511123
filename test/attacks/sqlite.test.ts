import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { postgresUrl } from '../support/postgres.js'
import { byProfile } from '../support/profile.js'
import { playAttacks } from './play-attacks.js'
import { isTurnOf, postgresShare } from './settings.js'

/** The quick suite plays each kind once, here or on PostgreSQL. The full one has time for every other kind. */
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
