import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createDatabase, postgresUrl } from '../support/postgres.js'
import type { Location } from './engine-process.js'
import { killUnderLoad } from './rounds.js'

/** `PARLEY_FAULTS_ROUNDS` makes it longer, `PARLEY_FAULTS_SEED` chooses other moments. */
const rounds = Number(process.env.PARLEY_FAULTS_ROUNDS ?? 5)
const seed = Number(process.env.PARLEY_FAULTS_SEED ?? 20_260_701)
const timeout = 60_000 + rounds * 30_000

test(`killed ${rounds} times, SQLite loses and repeats nothing`, { timeout }, async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-faults-'))
  context.after(() => rm(directory, { recursive: true, force: true }))
  await run(context, { kind: 'sqlite', filename: join(directory, 'parley.db') })
})

test(`killed ${rounds} times, PostgreSQL loses and repeats nothing`, {
  timeout,
  skip: postgresUrl === undefined && 'no PostgreSQL',
}, async (context) => {
  const database = await createDatabase()
  context.after(() => database.drop())
  await run(context, { kind: 'postgres', connectionString: database.connectionString })
})

async function run(context: TestContext, location: Location): Promise<void> {
  const { answered, unanswered, repeated } = await killUnderLoad(location, { rounds, seed })
  context.diagnostic(`seed ${seed}: ${answered} answered, ${unanswered} not, ${repeated} sent again`)
  assert.ok(unanswered > 0, 'the kills came in the middle of something')
}
