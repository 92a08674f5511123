import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { postgresUrl } from '../support/postgres.js'
import { noRedis } from '../support/redis.js'
import { openingOf } from './calls.js'
import { Coverage } from './coverage.js'
import type { Choice } from './installation.js'
import { isRecord } from './known.js'
import { callCount, path, seed } from './profile.js'
import { callsPerSequence, describeFailure, type Sequence, Stage, sequences } from './sequences.js'
import { Side } from './side.js'
import type { ModelTransport } from './transports.js'

const transportNames: Readonly<Record<ModelTransport, string>> = {
  web: 'over HTTP',
  rtm: 'over websockets',
  'Socket.IO': 'over Socket.IO',
  'in process': 'in process',
}

/** The installation that all others are compared with: a storage in memory, and a single node. */
const reference: Choice = { storage: 'memory', transport: 'rtm' }

/** Number of compared sides in all test files together. */
const comparedCount = 6
const sequenceCount = Math.ceil(callCount / comparedCount / callsPerSequence)
/** Timeout of a test, in milliseconds. In `npm test` it stays just below the 180 s of a file. */
const timeout = 90_000 + sequenceCount * 4_000
/** Whether the run is long enough to check coverage. In a shorter one the called actions depend on chance. */
const isWhole = path === undefined && callCount >= 10_000

/**
 * Registers tests that play the same sequences on each choice and on the reference. All test files share these
 * sequences; `file` identifies this one.
 */
export function compareWithMemory(file: string, choices: readonly Choice[]): void {
  const needsPostgres = choices.some(({ storage }) => storage === 'PostgreSQL')
  const needsRedis = choices.some(({ busKind }) => busKind === 'Redis')
  const noPostgres = needsPostgres && postgresUrl === undefined && 'no PostgreSQL: run through npm test'
  const needsSqlite = choices.some(({ storage }) => storage === 'SQLite')
  const skip = noPostgres || (needsRedis && noRedis) || (needsSqlite && noSqlite)
  describe(choices.map(nameOf).join(', and '), { skip }, () => compare(file, [reference, ...choices]))
}

function nameOf({ storage, transport, busKind }: Choice): string {
  const nodes = busKind === undefined ? '' : `, three nodes with ${busKind} between them,`
  return `${storage}${nodes} ${transportNames[transport]}`
}

function compare(file: string, choices: readonly Choice[]): void {
  const sides: Side[] = []
  before(async () => {
    for (const choice of choices) sides.push(await Side.start(choice))
  })
  after(async () => {
    for (const side of sides) await side.stop()
  })

  test(`all sides answer, push and store the same as memory over websockets, seed ${seed}`, {
    timeout,
  }, async (context) => {
    const stage = new Stage(sides)
    const coverage = new Coverage()
    const property = fc.asyncProperty(sequences, async (sequence) => {
      const { answers } = await stage.play(sequence)
      noteAll(coverage, sequence, answers)
    })
    const interruptAfterTimeLimit = timeout - 10_000
    const replayed = path === undefined ? {} : { path }
    const parameters = { seed, numRuns: sequenceCount, interruptAfterTimeLimit, unbiased: true, ...replayed }
    const details = await fc.check(property, parameters)
    const { callCount: played, refusedCount } = coverage
    context.diagnostic(`${played} calls, ${refusedCount} of them refused`)
    if (details.failed && details.counterexample !== null) {
      assert.fail(describeFailure(details, `npm test -- test/model/${file}`))
    }
    assert.ok(!details.interrupted, `only ${played} calls were made in ${timeout / 1_000} s`)
    if (!isWhole) return
    assert.ok(refusedCount < played / 2, 'more than half of the calls succeed')
    assert.deepEqual(coverage.neverCalled(), [], 'every action of the contract is called')
    assert.deepEqual(coverage.neverSucceeded(), [], 'every action succeeds at least once')
  })
}

function noteAll(coverage: Coverage, { cast, calls }: Sequence, answers: readonly unknown[]): void {
  const own = answers.slice(openingOf(cast).length)
  for (const [index, call] of calls.entries()) {
    const answer = own[index]
    coverage.note(call, isRecord(answer) && 'refused' in answer)
  }
}
