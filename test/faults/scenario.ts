import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { within } from '../support/deadline.js'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import { EngineProcess, type EngineSetup, type Location } from './engine-process.js'
import { type Counter, Ledger } from './ledger.js'
import { LostTime } from './lost-time.js'
import { createTenant, type Tenant } from './tenant.js'
import { checkAll, continueEach, repeatUnanswered } from './verify.js'
import type { Vitals } from './vitals.js'
import { checkWaits } from './waits.js'

/** An engine and all clients that use it. */
export interface Scene {
  readonly engine: EngineProcess
  readonly tenant: Tenant
  readonly ledger: Ledger
}

const chatCount = byProfile({ quick: 3, full: 6, nightly: 6 })
/** Number of responses after which every sender has probably received one. */
const manyCount = byProfile({ quick: 40, full: 100, nightly: 100 })
const shownLogLength = 2_000
/** Maximum 99th percentile of the delay of the event loop, in milliseconds. */
const maxDelayP99Ms = 100
/**
 * Maximum delay of the event loop, in milliseconds. Outside the nightly profile the disk is busy with the syncs of
 * other tests, and SQLite waits for them.
 */
const maxOwnDelayMs = isNightly ? 200 : 1_000

/**
 * Runs one engine from the first request to the last, with a fault in between. Afterwards everything that was
 * acknowledged must be stored once and in order, and the event loop must not have been blocked for long.
 */
export async function runScenario(
  context: TestContext,
  setup: EngineSetup,
  fault: (scene: Scene) => Promise<void>,
): Promise<void> {
  const tenant = await createTenant(setup.location, chatCount)
  const engine = await EngineProcess.start(setup)
  const ledger = new Ledger(new LostTime(engine.pid))
  try {
    await fault({ engine, tenant, ledger })
    report(context, ledger)
    await repeatUnanswered(engine.port, tenant, ledger)
    await checkAll(engine.port, tenant, ledger)
    await continueEach(engine.port, tenant, ledger)
    checkDelay(context, [await engine.measure()])
  } catch (cause) {
    context.diagnostic(`The engine's log ended with:\n${engine.log.slice(-shownLogLength)}`)
    throw cause
  } finally {
    await engine.kill()
  }
}

/** Maximum time until every client is served again, in milliseconds: the time limit of a request, and some more. */
const patienceMs = 30_000

/** Waits until the counter has grown by many. */
export async function waitForMany(tally: Counter): Promise<void> {
  const isReached = await within(
    tally.waitForMore(manyCount),
    () => `${manyCount} more; there are ${tally.count}`,
    patienceMs,
  )
  assert.ok(isReached, 'a sender has ended early')
}

/**
 * Checks by the last vitals of each process that no turn of the event loop took long. Time in which the engine had no
 * processor core does not count: it is left out of each turn, and outside the nightly profile its share is subtracted
 * from the 99th percentile.
 */
export function checkDelay(context: TestContext, vitals: readonly Vitals[]): void {
  const ownDelayMaxMs = Math.max(...vitals.map((one) => one.ownDelayMaxMs))
  const delayMaxMs = Math.max(...vitals.map((one) => one.delayMaxMs))
  const ownP99Ms = Math.max(...vitals.map((one) => one.delayP99Ms * ownShare(one)))
  const longest = `longest ${ownDelayMaxMs.toFixed(1)} ms, ${delayMaxMs.toFixed(1)} ms with the time without a core`
  const seen = `p99 ${ownP99Ms.toFixed(1)} ms, ${longest}`
  context.diagnostic(`event-loop delay: ${seen}`)
  if (!measuresTime) return
  assert.ok(ownP99Ms <= maxDelayP99Ms, `the event loop is held up: ${seen}`)
  assert.ok(ownDelayMaxMs <= maxOwnDelayMs, `the event loop is held up: ${seen}`)
}

/** Checks that every writer received its responses in time, apart from delays that the machine caused. */
export function checkWriters(context: TestContext, { waits, ownWaits }: Ledger): void {
  context.diagnostic(`messages ${ownWaits}; with the time without a core ${waits}`)
  checkWaits(ownWaits, 1)
}

export function reportMemory(context: TestContext, engine: EngineProcess): void {
  const resident = engine.vitals.map(({ residentBytes }) => residentBytes / 1_048_576)
  const [first = 0] = resident
  context.diagnostic(`memory: ${first.toFixed(0)} MiB, then ${Math.max(...resident).toFixed(0)} MiB at most`)
}

/**
 * Returns the share of a waiting time that the engine caused, and not the machine. In the nightly profile it is
 * everything.
 */
export function ownShare({ starvedShare }: Pick<Vitals, 'starvedShare'>): number {
  return isNightly ? 1 : 1 - starvedShare
}

/** Returns the location of a database file that is removed after the test. */
export async function sqliteLocation(context: TestContext): Promise<Location & { kind: 'sqlite' }> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-faults-'))
  context.after(() => rm(directory, { recursive: true, force: true }))
  return { kind: 'sqlite', filename: join(directory, 'parley.db') }
}

function report(context: TestContext, { answers, refusals, slowestMs }: Ledger): void {
  const slowest = `the slowest after ${Math.round(slowestMs)} ms`
  context.diagnostic(`${answers.count} answered, ${refusals.count} refused, ${slowest}`)
}
