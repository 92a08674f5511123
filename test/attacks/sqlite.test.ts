import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playAttacks } from './play-attacks.js'

playAttacks('on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-attacks-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  return { location: { kind: 'sqlite', filename: join(folder, 'parley.db') }, remove }
})
