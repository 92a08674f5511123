import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, postgresUrl } from '../support/postgres.js'
import type { Location } from './engine-process.js'
import { type ExpiredRows, isAnyLeft, storeExpired } from './expired-rows.js'
import { Load } from './load.js'
import { isNightly } from './profile.js'
import { ownShare, play, sqliteLocation, tellMemory } from './scenario.js'
import { storageAt } from './storage-at.js'
import { Witnesses } from './witnesses.js'

const timeout = 400_000
const rows: ExpiredRows = isNightly
  ? { answers: 300_000, tokens: 100_000, signIns: 10_000 }
  : { answers: 10_000, tokens: 5_000, signIns: 500 }
/** Far more than it takes, and far less than until the next run. */
const patienceMs = isNightly ? 240_000 : 50_000
/** Some 500 messages a second: enough that many share a commit with what is deleted. */
const pauseMs = 250

test('what ran out while no node was there is deleted on SQLite, and nobody waits for it', {
  timeout,
}, async (context) => {
  await catchUp(context, await sqliteLocation(context))
})

test('what ran out while no node was there is deleted on PostgreSQL, and nobody waits for it', {
  timeout,
  skip: postgresUrl === undefined && 'no PostgreSQL',
}, async (context) => {
  const database = await createDatabase()
  context.after(() => database.drop())
  await catchUp(context, { kind: 'postgres', connectionString: database.connectionString })
})

async function catchUp(context: TestContext, location: Location): Promise<void> {
  const storage = storageAt(location)
  await storage.open()
  context.after(() => storage.close())
  await storeExpired(storage, rows)
  await play(context, { location }, async ({ engine, tenant, ledger }) => {
    const startedAt = performance.now()
    const load = new Load(engine.port, tenant, ledger, { pauseMs })
    const witnesses = await Witnesses.come(engine.port, tenant)
    try {
      while (await isAnyLeft(storage)) {
        assert.ok(performance.now() - startedAt < patienceMs, 'much is still left')
        await delay(100)
      }
    } finally {
      await Promise.all([load.stop(), witnesses.stop()])
    }
    const tookSeconds = (performance.now() - startedAt) / 1_000
    context.diagnostic(`${JSON.stringify(rows)} in ${tookSeconds.toFixed(1)} s`)
    context.diagnostic(`${witnesses}`)
    tellMemory(context, engine)
    witnesses.check(ownShare(await engine.measure()))
  })
}
