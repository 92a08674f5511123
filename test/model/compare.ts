import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { startSeconds } from '../support/engine.js'
import { postgresUrl } from '../support/postgres.js'
import { memoryDatabase, postgresDatabase, type StorageKind, sqliteDatabase } from '../support/storages.js'
import { type Call, type Cast, callsOf, describeCalls } from './calls.js'
import { isRecord } from './known.js'
import { callCount, seed } from './profile.js'
import { Side } from './side.js'
import type { Way } from './transports.js'

export interface Choice {
  readonly storage: 'memory' | 'SQLite' | 'PostgreSQL'
  readonly way: Way
}

const storages: Readonly<Record<Choice['storage'], StorageKind>> = {
  memory: memoryDatabase,
  SQLite: sqliteDatabase,
  PostgreSQL: postgresDatabase,
}

const newest: Cast = { customers: 'v0.5', agents: 'v0.4' }
const everyCast: readonly Cast[] = [
  newest,
  { customers: 'v0.4', agents: 'v0.3' },
  { customers: 'v0.3', agents: 'v0.4' },
]

const wayNames: Readonly<Record<Way, string>> = {
  web: 'over HTTP',
  rtm: 'over a websocket',
  'in process': 'in process',
}

/** On average; so many that a sequence takes less time than this. */
const callsPerSequence = 40
const secondsPerSequence = 100
/** Each storage beside each other one, and each way beside each other one; each pair is a file beside this one. */
const pairCount = 4
/** Of each pair. */
const sequenceCount = Math.ceil(callCount / pairCount / callsPerSequence)
/** In `npm test` just within the 180 s of a file. */
const timeout = 100_000 + sequenceCount * 5_000

/** Plays the same on both sides. `order`: of the pair, which gives it a seed of its own. */
export function comparePair(order: number, one: Choice, other: Choice): void {
  const both = [one, other]
  const title = both.map(({ storage, way }) => `${storage} ${wayNames[way]}`).join(' and ')
  const needsPostgres = both.some(({ storage }) => storage === 'PostgreSQL')
  const skip = needsPostgres && postgresUrl === undefined && 'no PostgreSQL: run through npm test'
  describe(title, { skip }, () => compare(one, other, seed + order))
}

function compare(one: Choice, other: Choice, ownSeed: number): void {
  let sides: readonly [Side, Side] | undefined
  before(async () => {
    const start = ({ storage, way }: Choice) => Side.start(storages[storage], way)
    sides = [await start(one), await start(other)]
  })
  after(async () => {
    for (const side of sides ?? []) await side.stop()
  })

  test(`answer, push and store the same, seed ${ownSeed}`, { timeout }, async (context) => {
    const isInProcess = one.way === 'in process' || other.way === 'in process'
    let [runs, played, refused] = [0, 0, 0]
    const property = fc.asyncProperty(sequencesOf(isInProcess), async ({ cast, calls }) => {
      assert.ok(sides)
      runs += 1
      const at = startSeconds + runs * secondsPerSequence
      const [playedHere, playedThere] = [sides[0].play(cast, calls, at), sides[1].play(cast, calls, at)]
      // So that neither still plays when the next sequence begins.
      await Promise.allSettled([playedHere, playedThere])
      const [here, there] = [await playedHere, await playedThere]
      for (const [index, answer] of here.answers.entries()) {
        assert.deepEqual(answer, there.answers[index], `the answers to call ${index + 1}`)
      }
      assert.deepEqual(here.pushes, there.pushes, 'the pushes')
      assert.deepEqual(here.stored, there.stored, 'what is stored')
      played += calls.length
      refused += here.answers.filter((answer) => isRecord(answer) && 'refused' in answer).length
    })
    const interruptAfterTimeLimit = timeout - 10_000
    const parameters = { seed: ownSeed, numRuns: sequenceCount, interruptAfterTimeLimit, unbiased: true }
    const details = await fc.check(property, parameters)
    context.diagnostic(`${played} calls, ${refused} of them refused`)
    if (details.failed || details.interrupted) assert.fail(describeFailure(details))
    assert.ok(refused < played * 0.6, 'most calls get as far as doing something')
  })
}

interface Sequence {
  readonly cast: Cast
  readonly calls: readonly Call[]
}

/** In process there are no older versions, and no keys. */
function sequencesOf(isInProcess: boolean): fc.Arbitrary<Sequence> {
  const casts = isInProcess ? [newest] : everyCast
  const size = { minLength: 1, maxLength: 2 * callsPerSequence, size: 'max' } as const
  return fc
    .constantFrom(...casts)
    .chain((cast) =>
      fc.record({ cast: fc.constant(cast), calls: fc.array(callsOf(cast, { hasKeys: !isInProcess }), size) }),
    )
}

function describeFailure({
  counterexample,
  errorInstance,
  seed: failed,
  counterexamplePath,
}: fc.RunDetails<[Sequence]>) {
  const [sequence] = counterexample ?? []
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const calls = sequence === undefined ? '' : describeCalls(sequence.calls)
  return `seed ${failed}, path ${counterexamplePath}: these calls differ\n${calls}\n${cause}`
}
