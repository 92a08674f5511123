import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { byProfile } from '../support/profile.js'
import type { Location } from './engine-process.js'
import { type ExpiredRows, isAnyLeft, storeExpired } from './expired-rows.js'
import { IdleReaders } from './idle-readers.js'
import { Load } from './load.js'
import { testOnStorages } from './on-storages.js'
import { ownShare, reportMemory, runScenario } from './scenario.js'
import { storageAt } from './storage-at.js'

const timeout = 400_000
const rows: ExpiredRows = byProfile({
  quick: { answers: 2_000, tokens: 1_000, signIns: 100 },
  full: { answers: 10_000, tokens: 5_000, signIns: 500 },
  nightly: { answers: 300_000, tokens: 100_000, signIns: 10_000 },
})
/**
 * Maximum time that housekeeping may take, in milliseconds: far more than it needs, and far less than the time to its
 * next run.
 */
const patienceMs = byProfile({ quick: 50_000, full: 50_000, nightly: 240_000 })
/**
 * Pause between two messages, in milliseconds: about 500 messages a second, so that many commits run beside the
 * deletions.
 */
const pauseMs = 250

testOnStorages({
  title: (storage) =>
    `what ran out while no node was there is deleted on ${storage}, and nobody waits for it`,
  timeout,
  run: async (context, open) => await catchUp(context, await open()),
})

async function catchUp(context: TestContext, location: Location): Promise<void> {
  const storage = storageAt(location)
  await storage.open()
  context.after(() => storage.close())
  await storeExpired(storage, rows)
  await runScenario(context, { location }, async ({ engine, tenant, ledger }) => {
    const startedAt = performance.now()
    const load = new Load(engine.port, tenant, ledger, { pauseMs })
    const readers = await IdleReaders.connect(engine.port, tenant)
    try {
      while (await isAnyLeft(storage)) {
        assert.ok(performance.now() - startedAt < patienceMs, 'housekeeping deletes all expired rows in time')
        await delay(100)
      }
    } finally {
      await Promise.all([load.stop(), readers.stop()])
    }
    const tookSeconds = (performance.now() - startedAt) / 1_000
    context.diagnostic(`${JSON.stringify(rows)} in ${tookSeconds.toFixed(1)} s`)
    context.diagnostic(`${readers}`)
    reportMemory(context, engine)
    readers.check(ownShare(await engine.measure()))
  })
}
