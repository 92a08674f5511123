import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { interleavingCount, seed } from '../model/profile.js'
import { startSeconds, TestEngine } from '../support/engine.js'
import { postgresUrl } from '../support/postgres.js'
import { memoryDatabase, postgresDatabase, type StorageKind, sqliteDatabase } from '../support/storages.js'
import { type Absence, type Outcome, playInterleaving } from './play.js'
import { describeInterleaving, type Interleaving } from './steps.js'

/** An interleaving, and the clients that are away during parts of it. */
export type Played = readonly [Interleaving, readonly Absence[]]

export interface Interleavings {
  /** Title of the test: the kind of client whose state is compared with what is read. */
  readonly title: string
  readonly drawn: fc.Arbitrary<Played>
  /** Share of all runs that use the storage in memory. Each of the other storages gets a tenth. */
  readonly shareInMemory: number
  readonly check: (outcome: Outcome) => void
}

/** Time between the beginnings of two interleavings, in seconds: more than one takes. */
const secondsPerInterleaving = 100
const timeout = 60_000 + interleavingCount * 2_000

/** Registers a test on each storage that compares the state which a client keeps by pushes with what is read. */
export function interleave({ title, drawn, shareInMemory, check }: Interleavings): void {
  const places = [
    { storage: 'in memory', kind: memoryDatabase, share: shareInMemory },
    { storage: 'on SQLite', kind: sqliteDatabase, share: 0.1 },
    { storage: 'on PostgreSQL', kind: postgresDatabase, share: 0.1 },
  ]
  for (const [index, { storage, kind, share }] of places.entries()) {
    const noPostgres = postgresUrl === undefined && 'no PostgreSQL: run through npm test'
    const skip = (kind === postgresDatabase && noPostgres) || (kind === sqliteDatabase && noSqlite)
    describe(`${title}, ${storage}`, { skip }, () => {
      playOn(kind, { drawn, check, numRuns: Math.ceil(interleavingCount * share), ownSeed: seed + index })
    })
  }
}

function playOn(
  kind: StorageKind,
  {
    drawn,
    check,
    numRuns,
    ownSeed,
  }: Pick<Interleavings, 'drawn' | 'check'> & { readonly numRuns: number; readonly ownSeed: number },
): void {
  let engine: TestEngine | undefined
  before(async () => {
    const rtm = { messagesPerSecond: 1_000_000, leaseRenewalMs: 60_000 }
    engine = await TestEngine.start(kind, { rtm })
  })
  after(() => engine?.stop())

  test(`a client has the same state as a new read, seed ${ownSeed}`, { timeout }, async () => {
    let runs = 0
    const property = fc.asyncProperty(drawn, async ([interleaving, absences]) => {
      assert.ok(engine)
      runs += 1
      const at = (startSeconds + runs * secondsPerInterleaving) * 1_000
      engine.clock.advance(at - engine.clock.now())
      for (const outcome of await playInterleaving(engine, interleaving, absences)) check(outcome)
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

function describeFailure({
  counterexample,
  errorInstance,
  seed: failed,
  counterexamplePath,
}: fc.RunDetails<[Played]>) {
  const [interleaving, absences] = counterexample?.[0] ?? []
  const cause =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance)
  const played = interleaving === undefined ? '' : describeInterleaving(interleaving)
  const away = absences?.length ? `\nwhere these are away: ${JSON.stringify(absences)}` : ''
  return `seed ${failed}, path ${counterexamplePath}: after this it differs\n${played}${away}\n${cause}`
}
