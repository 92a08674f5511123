import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMigratedDatabase, postgresUrl } from '../support/postgres.js'
import { noSqlite } from '../support/sqlite-file.js'
import type { Location } from './engine-process.js'
import { rounds, seed } from './profile.js'
import { killUnderLoad } from './rounds.js'
import { checkDelay, sqliteLocation } from './scenario.js'

const timeout = 60_000 + rounds * 30_000

test(`killed ${rounds} times, SQLite loses and repeats nothing`, {
  timeout,
  skip: noSqlite,
}, async (context) => {
  await run(context, await sqliteLocation(context))
})

test(`killed ${rounds} times, PostgreSQL loses and repeats nothing`, {
  timeout,
  skip: postgresUrl === undefined && 'no PostgreSQL',
}, async (context) => {
  const database = await createMigratedDatabase()
  context.after(() => database.drop())
  await run(context, { kind: 'postgres', connectionString: database.connectionString })
})

async function run(context: TestContext, location: Location): Promise<void> {
  const { answered, unanswered, repeated, vitals } = await killUnderLoad(location, { rounds, seed })
  context.diagnostic(`seed ${seed}: ${answered} answered, ${unanswered} not, ${repeated} sent again`)
  assert.ok(unanswered > 0, 'the kills came in the middle of something')
  checkDelay(context, vitals)
}
