import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { interleavingCount, seed } from '../model/profile.js'
import { startSeconds, TestEngine } from '../support/engine.js'
import { postgresUrl } from '../support/postgres.js'
import { memoryDatabase, postgresDatabase, type StorageKind, sqliteDatabase } from '../support/storages.js'
import type { Difference } from './differences.js'
import { isExplained } from './gaps.js'
import { type Absence, type Outcome, play } from './play.js'
import { describeInterleaving, type Interleaving, interleavingsIn } from './steps.js'

/** So many that an interleaving takes less time than this. */
const secondsPerInterleaving = 100
const timeout = 60_000 + interleavingCount * 2_000

const newest = { casey: 'v0.5', ada: 'v0.4', bob: 'v0.4' } as const

const absences: fc.Arbitrary<readonly Absence[]> = fc.array(
  fc.record({
    who: fc.constantFrom('casey', 'ada', 'bob'),
    from: fc.nat(30),
    stepCount: fc.integer({ min: 1, max: 15 }),
  }),
  { minLength: 1, maxLength: 6 },
)

const places: readonly { readonly storage: string; readonly kind: StorageKind; readonly share: number }[] = [
  { storage: 'in memory', kind: memoryDatabase, share: 0.3 },
  { storage: 'on SQLite', kind: sqliteDatabase, share: 0.1 },
  { storage: 'on PostgreSQL', kind: postgresDatabase, share: 0.1 },
]

for (const [index, { storage, kind, share }] of places.entries()) {
  const needsPostgres = kind === postgresDatabase
  const skip = needsPostgres && postgresUrl === undefined && 'no PostgreSQL: run through npm test'
  describe(`a client that leaves, and catches up when it is back, ${storage}`, { skip }, () => {
    interleave(kind, Math.ceil(interleavingCount * share), seed + index)
  })
}

function interleave(kind: StorageKind, numRuns: number, ownSeed: number): void {
  let engine: TestEngine | undefined
  before(async () => {
    const rtm = { messagesPerSecond: 1_000_000, messageBurstCount: 1_000_000, leaseRenewalMs: 60_000 }
    engine = await TestEngine.start(kind, { rtm })
  })
  after(() => engine?.stop())

  test(`has what is read anew, seed ${ownSeed}`, { timeout }, async () => {
    let runs = 0
    const property = fc.asyncProperty(interleavingsIn(newest), absences, async (interleaving, left) => {
      assert.ok(engine)
      runs += 1
      const at = (startSeconds + runs * secondsPerInterleaving) * 1_000
      engine.clock.advance(at - engine.clock.now())
      for (const outcome of await play(engine, interleaving, left)) check(outcome)
    })
    const interruptAfterTimeLimit = timeout - 10_000
    const details = await fc.check(property, {
      seed: ownSeed,
      numRuns,
      interruptAfterTimeLimit,
      unbiased: true,
    })
    if (details.failed || details.interrupted) assert.fail(describeFailure(details))
  })
}

/**
 * Whatever differs must be something that there is no push for, or that is about no chat, and so is not repeated; or it was
 * told of a chat that began meanwhile, which is read, about somebody who is in others too.
 */
function check({ differences, ...situation }: Outcome): void {
  const { api, wasAway } = situation.client
  for (const difference of differences) {
    const { path, folded, fresh } = difference
    const told = `${path.join('.')} is kept as ${JSON.stringify(folded)} and read as ${JSON.stringify(fresh)}`
    const isKnown =
      isExplained(difference, situation) ||
      (wasAway && (isAboutNoChat(difference) || isThreadCount(difference)))
    assert.ok(isKnown, `${api.api} ${api.version}: ${told}`)
  }
}

/** `agent_updated` and `customer_banned`. */
function isAboutNoChat({ path }: Difference): boolean {
  return ['routing_status', 'banned'].includes(path.at(-1) ?? '')
}

function isThreadCount({ path }: Difference): boolean {
  return path.slice(-3).join('.') === 'monitoring.stats.threads'
}

function describeFailure({
  counterexample,
  errorInstance,
  seed: failed,
  counterexamplePath,
}: fc.RunDetails<[Interleaving, readonly Absence[]]>) {
  const [interleaving, left] = counterexample ?? []
  const cause =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance)
  const played = interleaving === undefined ? '' : describeInterleaving(interleaving)
  const away = JSON.stringify(left)
  return `seed ${failed}, path ${counterexamplePath}: after this it differs\n${played}\n${away}\n${cause}`
}
