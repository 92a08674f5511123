import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { within } from '../support/deadline.js'
import { byProfile, isNightly, measuresTime } from '../support/profile.js'
import { EngineProcess, type EngineSetup, type Location } from './engine-process.js'
import { Ledger, type Tally } from './ledger.js'
import { LostTime } from './lost-time.js'
import { createTenant, type Tenant } from './tenant.js'
import { checkAll, continueEach, repeatUnanswered } from './verify.js'
import type { Vitals } from './vitals.js'
import { checkWaits } from './waits.js'

/** The engine with everybody who uses it. */
export interface Scene {
  readonly engine: EngineProcess
  readonly tenant: Tenant
  readonly ledger: Ledger
}

const chatCount = byProfile({ quick: 3, full: 6, nightly: 6 })
/** Enough answers that each sender is likely to be among them. */
const manyCount = byProfile({ quick: 40, full: 100, nightly: 100 })
const shownLogLength = 2_000
/** An event loop that is slower than this serves nobody well. */
const maxDelayP99Ms = 100
/** In the short profile the disk is busy with the syncs of other tests, and SQLite's wait for them. */
const maxOwnDelayMs = isNightly ? 200 : 1_000

/**
 * Runs one engine from the first request to the last; in between the fault comes, and goes. Then everything that
 * was answered must be stored, once and in its order, and the event loop must never have been held up for long.
 */
export async function play(
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

/** A request's own time limit, and then the time until everybody is served again. */
const patienceMs = 30_000

/** Waits for more of them. */
export async function many(tally: Tally): Promise<void> {
  const isReached = await within(
    tally.more(manyCount),
    () => `${manyCount} more; there are ${tally.count}`,
    patienceMs,
  )
  assert.ok(isReached, 'a sender has ended')
}

/**
 * That no turn of the event loop took long, of each process by its last vitals. Time for which there was no core for the
 * engine is not the engine's: no turn counts it, and of the 99th percentile, which is over all turns, that share is
 * taken in the short profile, which runs beside other tests.
 */
export function checkDelay(context: TestContext, vitals: readonly Vitals[]): void {
  const ownDelayMaxMs = Math.max(...vitals.map((told) => told.ownDelayMaxMs))
  const delayMaxMs = Math.max(...vitals.map((told) => told.delayMaxMs))
  const ownP99Ms = Math.max(...vitals.map((told) => told.delayP99Ms * ownShare(told)))
  const longest = `longest ${ownDelayMaxMs.toFixed(1)} ms, ${delayMaxMs.toFixed(1)} ms with the time without a core`
  const seen = `p99 ${ownP99Ms.toFixed(1)} ms, ${longest}`
  context.diagnostic(`event-loop delay: ${seen}`)
  if (!measuresTime) return
  assert.ok(ownP99Ms <= maxDelayP99Ms, `the event loop is held up: ${seen}`)
  assert.ok(ownDelayMaxMs <= maxOwnDelayMs, `the event loop is held up: ${seen}`)
}

/** That all who wrote were answered in time, as far as it is not the machine that held them up. */
export function checkOthers(context: TestContext, { waits, ownWaits }: Ledger): void {
  context.diagnostic(`messages ${ownWaits}; with the time without a core ${waits}`)
  checkWaits(ownWaits, 1)
}

export function tellMemory(context: TestContext, engine: EngineProcess): void {
  const resident = engine.vitals.map(({ residentBytes }) => residentBytes / 1_048_576)
  const [first = 0] = resident
  context.diagnostic(`memory: ${first.toFixed(0)} MiB, then ${Math.max(...resident).toFixed(0)} MiB at most`)
}

/** Which part of what somebody waits is the engine's, and not the machine's: in full, everything. */
export function ownShare({ starvedShare }: Pick<Vitals, 'starvedShare'>): number {
  return isNightly ? 1 : 1 - starvedShare
}

/** A database file that is gone after the test. */
export async function sqliteLocation(context: TestContext): Promise<Location & { kind: 'sqlite' }> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-faults-'))
  context.after(() => rm(directory, { recursive: true, force: true }))
  return { kind: 'sqlite', filename: join(directory, 'parley.db') }
}

function report(context: TestContext, { answers, refusals, slowestMs }: Ledger): void {
  const slowest = `the slowest after ${Math.round(slowestMs)} ms`
  context.diagnostic(`${answers.count} answered, ${refusals.count} refused, ${slowest}`)
}
