import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import { noSqlite } from '../support/sqlite-file.js'
import { EngineProcess } from './engine-process.js'
import { IdleReaders } from './idle-readers.js'
import type { Ledger } from './ledger.js'
import { Load } from './load.js'
import { LockHolder } from './lock-holder.js'
import { ownShare, reportMemory, runScenario, sqliteLocation, waitForMany } from './scenario.js'
import { createTenant } from './tenant.js'

const timeout = 200_000
/** Duration of a lock, in milliseconds: shorter than `busyTimeoutMs` of the storage, so that writers only wait. */
const shortMs = byProfile({ quick: 400, full: 1_500, nightly: 4_000 })
/** Duration of a lock, in milliseconds: longer than `busyTimeoutMs` of the storage. */
const longMs = 7_000
/** Time by which a request that meets the lock may exceed the duration of the lock, in milliseconds. */
const toleranceMs = 1_000
/**
 * Pause between two messages, in milliseconds: many requests wait for the lock at the same time, but not so many that
 * they delay each other.
 */
const pauseMs = 20

for (const lockStatement of ['begin immediate', 'begin exclusive']) {
  test(`another process that has done ${lockStatement} delays only writes`, {
    timeout,
    skip: noSqlite,
  }, async (context) => {
    await runLocked(context, lockStatement, shortMs, ({ refusals, slowestMs }) => {
      assert.equal(refusals.count, 0)
      assert.ok(slowestMs > shortMs / 2, 'no request waited for the lock')
    })
  })
}

test('writes are refused after the busy timeout, until the lock is released', {
  timeout,
  skip: noSqlite || (!isNightly && 'takes seconds: npm run test:nightly'),
}, async (context) => {
  await runLocked(context, 'begin immediate', longMs, ({ refusals }) => assert.ok(refusals.count > 0))
})

test('an engine that starts while another process locks the whole file waits for it', {
  timeout,
  skip: noSqlite,
}, async (context) => {
  const location = await sqliteLocation(context)
  await createTenant(location, 1)
  const lockHolder = await LockHolder.start(location.filename)
  await lockHolder.run(
    'pragma locking_mode = exclusive',
    'begin exclusive',
    'create table other (id)',
    'commit',
  )
  const started = EngineProcess.start({ location })
  const isServing = await Promise.race([started.then(() => true), delay(shortMs, false)])
  assert.equal(isServing, false)
  await lockHolder.kill()
  const engine = await started
  assert.ok(engine.port > 0)
  await engine.kill()
})

/** Takes and releases the lock while customers and agents write and read. */
async function runLocked(
  context: TestContext,
  lockStatement: string,
  lockMs: number,
  check: (ledger: Ledger) => void,
): Promise<void> {
  const location = await sqliteLocation(context)
  await runScenario(context, { location }, async ({ engine, tenant, ledger }) => {
    const lockHolder = await LockHolder.start(location.filename)
    const load = new Load(engine.port, tenant, ledger, { isPatient: true, pauseMs })
    const readers = await IdleReaders.connect(engine.port, tenant)
    try {
      await waitForMany(ledger.answers)
      await lockHolder.run(lockStatement)
      await delay(lockMs)
      await lockHolder.run('commit')
      await waitForMany(ledger.answers)
    } finally {
      await Promise.all([load.stop(), readers.stop()])
      await lockHolder.kill()
    }
    context.diagnostic(`${readers}`)
    reportMemory(context, engine)
    const share = ownShare(await engine.measure())
    readers.check(share)
    check(ledger)
    if (!measuresTime) return
    const waitedMs = (ledger.slowestMs - lockMs) * share
    assert.ok(waitedMs <= toleranceMs, `a message took ${ledger.slowestMs} ms`)
  })
}
