import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { resolveSettings } from '../../packages/core/src/settings.js'
import { byProfile } from '../support/profile.js'
import { unhurriedRates } from '../support/rates.js'
import type { Location } from './engine-process.js'
import { Desk, FatCustomer } from './fat-customer.js'
import { IdleReaders } from './idle-readers.js'
import { testOnStorages } from './on-storages.js'
import { ownShare, reportMemory, runScenario } from './scenario.js'

const timeout = 400_000
const durationMs = byProfile({ quick: 500, full: 5_000, nightly: 60_000 })
const agentCount = byProfile({ quick: 5, full: 20, nightly: 50 })
const mebibyte = 1_048_576
/**
 * Maximum growth of memory, in bytes: the responses to two logins, the pushes that agents have not read, and the heap
 * that both are made from.
 */
const maxGrowthBytes = 256 * mebibyte
/** Rate limits that let clients send as fast as they like, but charge them for the pushes that they cause. */
const rates = {
  ...unhurriedRates,
  customerPushBytesPerSecond: resolveSettings({}).rates.customerPushBytesPerSecond,
}

testOnStorages({
  title: (storage) => `a large customer that changes all the time does not harm others on ${storage}`,
  timeout,
  run: async (context, open) => await runFatCustomer(context, await open()),
})

async function runFatCustomer(context: TestContext, location: Location): Promise<void> {
  await runScenario(context, { location, rates }, async ({ engine, tenant }) => {
    const customer = await FatCustomer.connect(engine.port, tenant)
    const desk = new Desk(engine.port, tenant)
    await desk.open(agentCount)
    const from = engine.vitals.length
    const readers = await IdleReaders.connect(engine.port, tenant)
    let isOver = false
    const updates = Promise.all([
      customer.flood(() => isOver),
      desk.logInAgain(() => isOver),
      desk.logInAgain(() => isOver),
    ])
    try {
      await Promise.race([delay(durationMs), updates])
    } finally {
      isOver = true
      await Promise.all([updates, readers.stop()])
    }
    context.diagnostic(
      `${customer.doneCount} changes, ${customer.refusedCount} refused; logins ${desk.logins}`,
    )
    context.diagnostic(`${readers}`)
    reportMemory(context, engine)
    assert.equal(desk.closedCount, 0, 'no agent was disconnected')
    assert.ok(customer.doneCount > 0 && desk.pushCount > 0 && desk.logins.count > 0)
    const resident = engine.vitals.slice(from).map(({ residentBytes }) => residentBytes)
    assert.ok(Math.max(...resident) - (resident[0] ?? 0) <= maxGrowthBytes, 'memory grew too much')
    readers.check(ownShare(await engine.measure()))
    desk.leave()
    customer.leave()
  })
}
