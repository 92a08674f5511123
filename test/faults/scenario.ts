import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { within } from '../support/deadline.js'
import { EngineProcess, type EngineSetup, type Location } from './engine-process.js'
import { Ledger, type Tally } from './ledger.js'
import { isNightly } from './profile.js'
import { createTenant, type Tenant } from './tenant.js'
import { checkAll, continueEach, repeatUnanswered } from './verify.js'
import type { Vitals } from './vitals.js'

/** The engine with everybody who uses it. */
export interface Scene {
  readonly engine: EngineProcess
  readonly tenant: Tenant
  readonly ledger: Ledger
}

const chatCount = 6
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
  const ledger = new Ledger()
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

/** Waits for enough more that each sender is likely to be among them. */
export async function many(tally: Tally): Promise<void> {
  const isReached = await within(tally.more(100), () => `100 more; there are ${tally.count}`, patienceMs)
  assert.ok(isReached, 'a sender has ended')
}

/**
 * Of each process, by its last vitals. In full it has the machine to itself, and every delay counts. The short profile
 * runs beside other tests: time for which there was no core for the engine is not the engine's, and where half of it was
 * such time, a delay would have been half as long.
 */
export function checkDelay(context: TestContext, vitals: readonly Vitals[]): void {
  const longestMs = Math.max(...vitals.map(({ delayMaxMs }) => delayMaxMs))
  for (const { delayP99Ms, starvedShare } of [...vitals].sort(byDelay).slice(-1)) {
    const seen = `p99 ${delayP99Ms.toFixed(1)} ms, longest ${longestMs.toFixed(1)} ms`
    const starved = `without a core for ${Math.round(starvedShare * 100)} % of the time it wanted one`
    context.diagnostic(`event-loop delay: ${seen}, ${starved}`)
    assert.ok(
      ownDelay({ delayP99Ms, starvedShare }) <= maxDelayP99Ms,
      `the event loop is held up: ${seen}, ${starved}`,
    )
  }
}

/** That no turn of the event loop took longer, but for the time in which the engine had no core. */
export function checkOwnDelay(context: TestContext, engine: EngineProcess): void {
  const { ownDelayMaxMs = 0, delayMaxMs = 0 } = engine.vitals.at(-1) ?? {}
  const seen = `longest ${ownDelayMaxMs.toFixed(1)} ms, ${delayMaxMs.toFixed(1)} ms with the time without a core`
  context.diagnostic(`event-loop delay: ${seen}`)
  assert.ok(ownDelayMaxMs <= maxOwnDelayMs, `the event loop is held up: ${seen}`)
}

export function tellMemory(context: TestContext, engine: EngineProcess): void {
  const resident = engine.vitals.map(({ residentBytes }) => residentBytes / 1_048_576)
  const [first = 0] = resident
  context.diagnostic(`memory: ${first.toFixed(0)} MiB, then ${Math.max(...resident).toFixed(0)} MiB at most`)
}

type Delay = Pick<Vitals, 'delayP99Ms' | 'starvedShare'>

function ownDelay({ delayP99Ms, starvedShare }: Delay): number {
  return delayP99Ms * ownShare({ starvedShare })
}

/** Which part of what somebody waits is the engine's, and not the machine's: in full, everything. */
export function ownShare({ starvedShare }: Pick<Vitals, 'starvedShare'>): number {
  return isNightly ? 1 : 1 - starvedShare
}

function byDelay(one: Delay, other: Delay): number {
  return ownDelay(one) - ownDelay(other)
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
