import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNightly } from '../faults/profile.js'
import { playAttacks } from './play-attacks.js'

/** The others have their turn in `npm run test:nightly`, or with another seed. */
const share = isNightly ? 1 : 2

playAttacks(
  'on SQLite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-attacks-'))
    const remove = () => rm(folder, { recursive: true, force: true })
    return { location: { kind: 'sqlite', filename: join(folder, 'parley.db') }, remove }
  },
  { share },
)
