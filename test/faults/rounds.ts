import { byProfile } from '../support/profile.js'
import { randomFrom } from '../support/random.js'
import { EngineProcess, type EngineSetup, type Location } from './engine-process.js'
import { Ledger } from './ledger.js'
import { waitUntilLeftAlone } from './left-alone.js'
import { Load } from './load.js'
import { createTenant, type Tenant } from './tenant.js'
import { checkAll, continueEach, repeatUnanswered } from './verify.js'
import type { Vitals } from './vitals.js'

const chatCount = 6
const fewestAnswers = 200
const mostAnswers = byProfile({ quick: 400, full: 1_500, nightly: 1_500 })

export interface KillingOptions {
  readonly rounds: number
  readonly seed: number
  /** Settings of the engine, apart from its storage. */
  readonly setup?: Omit<EngineSetup, 'location'>
  /** Runs before the first engine starts. */
  readonly begin?: (tenant: Tenant) => Promise<void>
  /** Runs while the last engine is still running. */
  readonly end?: (port: number, tenant: Tenant, ledger: Ledger) => Promise<void>
}

export interface KillingSummary {
  readonly answered: number
  /** Number of messages that were sent but not answered when the process was killed, nor later. */
  readonly unanswered: number
  /** Number of those messages that were stored nevertheless. */
  readonly repeated: number
  /** The last vitals of each killed process. */
  readonly vitals: readonly Vitals[]
}

/** Kills the engine under load and starts it again on the same storage, several times. */
export async function killUnderLoad(location: Location, options: KillingOptions): Promise<KillingSummary> {
  const { setup = {}, begin, end } = options
  const tenant = await createTenant(location, chatCount)
  await begin?.(tenant)
  const ledger = new Ledger()
  const random = randomFrom(options.seed)
  const vitals: Vitals[] = []
  let engine = await EngineProcess.start({ location, ...setup })
  let repeated = 0
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      const answers = Math.floor(fewestAnswers + random() * (mostAnswers - fewestAnswers))
      await loadUntilKilled(engine, tenant, ledger, answers)
      vitals.push(...engine.vitals.slice(-1))
      await waitUntilLeftAlone(location)
      engine = await EngineProcess.start({ location, ...setup })
      repeated += await repeatUnanswered(engine.port, tenant, ledger)
      await checkAll(engine.port, tenant, ledger)
      await continueEach(engine.port, tenant, ledger)
    }
    await end?.(engine.port, tenant, ledger)
  } finally {
    await engine.kill()
  }
  const unanswered = ledger.messages.filter(({ answer }) => answer === undefined).length
  return { answered: ledger.messages.length - unanswered, unanswered, repeated, vitals }
}

async function loadUntilKilled(
  engine: EngineProcess,
  tenant: Tenant,
  ledger: Ledger,
  answers: number,
): Promise<void> {
  const enough = ledger.answers.waitForMore(answers)
  // Sends without pauses, so that the kill interrupts something.
  const load = new Load(engine.port, tenant, ledger, { mayDisconnect: true, pauseMs: 0 })
  // A sender ends early only when something is wrong.
  await Promise.race([enough, load.ended])
  await engine.kill()
  await load.stop()
}
