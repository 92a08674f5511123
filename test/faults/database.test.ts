import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { Cluster, findBinaries } from '../../scripts/postgres-cluster.js'
import { createDurableDatabase } from '../support/postgres.js'
import { byProfile, measuresTime } from '../support/profile.js'
import type { EngineSetup } from './engine-process.js'
import { freeze } from './frozen-server.js'
import { Load } from './load.js'
import { skipUnlessCi } from './profile.js'
import { runScenario, type Scene, waitForMany } from './scenario.js'
import { Visitors } from './visitors.js'

const binaries = findBinaries()
const skip = binaries === undefined && skipUnlessCi('no initdb and pg_ctl on this machine')

/** The engine's default in the nightly profile; shorter values keep the test short. */
const requestMs = byProfile({ quick: 500, full: 2_000, nightly: 15_000 })
/** Time by which a response may exceed `requestMs`, in milliseconds. The engine checks its deadlines every 250 ms. */
const toleranceMs = 2_500
const crashes = byProfile({ quick: 1, full: 1, nightly: 5 })
const hangs = byProfile({ quick: 1, full: 1, nightly: 3 })
/** Duration of an outage, in milliseconds: longer than any request may take. */
const freezeMs = requestMs + byProfile({ quick: 500, full: 5_000, nightly: 5_000 })
const timeout = 600_000

let cluster: Cluster | undefined
before(async () => {
  if (binaries !== undefined) cluster = await Cluster.create(binaries)
})
after(() => cluster?.remove())

test('the engine recovers when PostgreSQL crashes and comes back', { skip, timeout }, async (context) => {
  await runOnCluster(context, crashes, async (cluster, scene) => {
    await cluster.stop()
    await waitForMany(scene.ledger.refusals)
    await cluster.start()
  })
})

test('no request waits longer than its time limit while PostgreSQL hangs', {
  skip,
  timeout,
}, async (context) => {
  await runOnCluster(context, hangs, async (cluster, { ledger }) => {
    const unfreeze = await freeze(cluster)
    const isOver = new Promise((resolve) => setTimeout(resolve, freezeMs))
    await waitForMany(ledger.refusals)
    await isOver
    await unfreeze()
  })
})

/** Starts and ends the outage repeatedly while clients send. */
async function runOnCluster(
  context: TestContext,
  outages: number,
  outage: (cluster: Cluster, scene: Scene) => Promise<void>,
): Promise<void> {
  const server = cluster
  assert.ok(server !== undefined)
  const { connectionString } = await createDurableDatabase(server.url)
  const location = { kind: 'postgres', connectionString } as const
  const setup: EngineSetup = { location, timeouts: { requestMs } }
  await runScenario(context, setup, async (scene) => {
    const { engine, tenant, ledger } = scene
    const load = new Load(engine.port, tenant, ledger, { isPatient: true })
    const visitors = new Visitors(engine.port, tenant, { mayReadsFail: true })
    try {
      for (let count = 0; count < outages; count += 1) {
        await waitForMany(ledger.answers)
        await outage(server, scene)
        await waitForMany(ledger.answers)
      }
    } finally {
      await Promise.all([load.stop(), visitors.stop()])
    }
    assert.ok(ledger.refusals.count > 0)
    const slowestMs = Math.max(ledger.slowestMs, visitors.slowestMs)
    assert.ok(
      !measuresTime || slowestMs <= requestMs + toleranceMs,
      `the slowest request took ${slowestMs} ms`,
    )
  })
}
