import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { postgresStorage } from '@parley/storage-postgres'
import fc from 'fast-check'
import { createMigratedDatabase, postgresUrl } from '../support/postgres.js'
import { byProfile } from '../support/profile.js'
import { sqliteStorageAt } from '../support/sqlite-file.js'
import type { Attack } from './attack.js'
import { Bystanders } from './bystanders.js'
import { httpAttacks } from './http-attacks.js'
import { payloadAttacks } from './payload-attacks.js'
import { rtmAttacks } from './rtm-attacks.js'
import { postgresRows, type StoredRows, sqliteRows } from './stored-rows.js'
import { Strikes } from './strikes.js'
import { textAttacks } from './text-attacks.js'
import { createWorld, type World } from './world.js'

/**
 * Seed of the attacks. `PARLEY_FUZZ_SEED` and `PARLEY_FUZZ_RUNS` choose another run; a failure prints the seed that
 * repeats it.
 */
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 20_260_701)
const runs = Number(process.env.PARLEY_FUZZ_RUNS ?? byProfile({ quick: 400, full: 10_000, nightly: 10_000 }))
const runsOnPostgres = Math.ceil(runs / 5)
/** Number of attacks between two checks that other users have noticed nothing. */
const attacksBetweenChecks = 250

test(`${runs} malformed requests and frames do no harm`, { timeout: 600_000 }, async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
  context.after(() => rm(directory, { recursive: true, force: true }))
  const filename = join(directory, 'parley.db')
  await attackAll(context, runs, sqliteStorageAt(filename), async () => sqliteRows(filename))
})

test(`${runsOnPostgres} malformed requests and frames do no harm on PostgreSQL`, {
  timeout: 600_000,
  skip: postgresUrl === undefined && 'no PostgreSQL',
}, async (context) => {
  const database = await createMigratedDatabase()
  context.after(() => database.drop())
  const { connectionString } = database
  await attackAll(context, runsOnPostgres, postgresStorage({ connectionString }), () =>
    postgresRows(connectionString),
  )
})

async function attackAll(
  context: TestContext,
  count: number,
  storage: Storage,
  openRows: () => Promise<StoredRows>,
): Promise<void> {
  const world = await createWorld(storage)
  const rows = await openRows()
  const bystanders = await Bystanders.connect(world)
  const strikes = await Strikes.prepare(world, rows)
  try {
    let attackCount = 0
    const property = fc.asyncProperty(attacksOn(world), async (attack) => {
      await strikes.strike(attack)
      attackCount += 1
      if (attackCount % attacksBetweenChecks === 0) await bystanders.checkUndisturbed()
    })
    await fc.assert(property, { numRuns: count, seed, endOnFailure: true })
    await bystanders.checkUndisturbed()
    await strikes.checkLedger()
    const { status, storage: stored } = await world.engine.health()
    assert.deepEqual([status, stored], ['ok', 'ok'])
    strikes.checkVariety(count)
    context.diagnostic(`seed ${seed}: ${strikes.summary()}`)
  } finally {
    strikes.end()
    bystanders.leave()
    await rows.close()
    await world.close()
  }
}

function attacksOn({ attacked, bystanders }: World): fc.Arbitrary<Attack> {
  return fc.oneof(
    { weight: 60, arbitrary: payloadAttacks(attacked) },
    { weight: 20, arbitrary: textAttacks(attacked) },
    { weight: 12, arbitrary: httpAttacks(attacked, bystanders) },
    { weight: 8, arbitrary: rtmAttacks(attacked) },
  )
}
