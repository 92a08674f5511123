import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import * as agentPushes from '../../packages/core/src/contract/pushes/agent/index.js'
import * as customerPushes from '../../packages/core/src/contract/pushes/customer/index.js'
import { isNightly } from '../faults/profile.js'
import { interleavingCount, seed } from '../model/profile.js'
import { startSeconds, TestEngine } from '../support/engine.js'
import { postgresUrl } from '../support/postgres.js'
import { memoryDatabase, postgresDatabase, type StorageKind, sqliteDatabase } from '../support/storages.js'
import { isExplained } from './gaps.js'
import { type Outcome, play } from './play.js'
import { describeInterleaving, type Interleaving, interleavings } from './steps.js'

interface Place {
  readonly storage: string
  readonly kind: StorageKind
  readonly share: number
}

const places: readonly Place[] = [
  { storage: 'in memory', kind: memoryDatabase, share: 0.8 },
  { storage: 'on SQLite', kind: sqliteDatabase, share: 0.1 },
  { storage: 'on PostgreSQL', kind: postgresDatabase, share: 0.1 },
]

/** So many that an interleaving takes less time than this. */
const secondsPerInterleaving = 100
const timeout = 60_000 + interleavingCount * 2_000

/** How often each push was folded, over all of them. */
const counts = new Map<string, number>()

for (const [index, place] of places.entries()) {
  const needsPostgres = place.kind === postgresDatabase
  const skip = needsPostgres && postgresUrl === undefined && 'no PostgreSQL: run through npm test'
  describe(`a client that folds pushes, ${place.storage}`, { skip }, () => interleave(place, seed + index))
}

function interleave({ kind, share }: Place, ownSeed: number): void {
  let engine: TestEngine | undefined
  before(async () => {
    const rtm = { messagesPerSecond: 1_000_000, messageBurstCount: 1_000_000, leaseRenewalMs: 60_000 }
    engine = await TestEngine.start(kind, { rtm })
  })
  after(() => engine?.stop())

  test(`has what is read anew, seed ${ownSeed}`, { timeout }, async () => {
    let runs = 0
    const property = fc.asyncProperty(interleavings, async (interleaving) => {
      assert.ok(engine)
      runs += 1
      const at = (startSeconds + runs * secondsPerInterleaving) * 1_000
      engine.clock.advance(at - engine.clock.now())
      for (const outcome of await play(engine, interleaving)) check(outcome)
    })
    const numRuns = Math.ceil(interleavingCount * share)
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

/** Whatever differs must be something that the specification has no push for. */
function check({ differences, ...situation }: Outcome): void {
  const { heard, api } = situation.client
  for (const push of heard) countOne(`${api.api} ${api.version} ${push}`)
  for (const difference of differences) {
    const { path, folded, fresh } = difference
    const told = `${path.join('.')} is kept as ${JSON.stringify(folded)} and read as ${JSON.stringify(fresh)}`
    assert.ok(isExplained(difference, situation), `${api.api} ${api.version}: ${told}`)
  }
}

function countOne(name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** But for the place in the line, which goes to who asks for it, and is another with every second. */
test('every push of every version was folded', { skip: !isNightly && 'in the nightly' }, (context) => {
  const { queuePositionUpdated: _, ...unasked } = customerPushes
  const pushes = [...Object.values(agentPushes), ...Object.values(unasked)]
  const names = pushes.flatMap(({ api, name, versions }) =>
    versions.map((version) => `${api} ${version} ${name}`),
  )
  for (const name of names) context.diagnostic(`${name}: ${counts.get(name) ?? 0} times`)
  assert.deepEqual(
    names.filter((name) => !counts.has(name)),
    [],
  )
})

function describeFailure({
  counterexample,
  errorInstance,
  seed: failed,
  counterexamplePath,
}: fc.RunDetails<[Interleaving]>) {
  const [interleaving] = counterexample ?? []
  const cause =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance)
  const played = interleaving === undefined ? '' : describeInterleaving(interleaving)
  return `seed ${failed}, path ${counterexamplePath}: after this it differs\n${played}\n${cause}`
}
