import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { changesOn } from '../../test/changes.js'
import { type Gate, gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { Background } from '../background/background.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { LogFields, Logger } from '../ports/logger.js'
import type { Cancellation, Storage, StorageReads, StorageTransaction } from '../ports/storage.js'
import { StorageError } from '../storage-error.js'
import { Housekeeping } from './housekeeping.js'

const startAt = 1_000_000
const periodMs = 60_000
const chunkRowCount = 10

/** Tables that consist only of a number of due rows; the test decides how long a chunk takes. */
class Scene {
  readonly clock = new VirtualClock(startAt)
  readonly due: Record<string, number>
  readonly deletions: string[] = []
  readonly untils: number[] = []
  readonly warnings: LogFields[] = []
  readonly failures = new Map<string, Error>()
  readonly housekeeping: Housekeeping
  readonly background: Background
  /** Duration of a chunk on the virtual clock. */
  chunkMs = 0
  /** When set, each chunk waits for this gate. */
  hold: Gate | undefined
  cancellation: Cancellation | undefined

  constructor(due: Record<string, number>, memoryMs = 0) {
    this.due = due
    const chores = Object.keys(due).map((table) => ({
      table,
      memoryMs,
      countDue: (_: StorageReads, until: number, max: number) => this.#count(table, until, max),
      deleteChunk: (_: StorageTransaction, until: number, limit: number) => this.#delete(table, until, limit),
    }))
    const storage = scripted<Storage>({
      read: scripted<StorageReads>({}),
      transaction: async (work, cancellation) => {
        this.cancellation = cancellation
        await this.hold?.promise
        if (cancellation?.aborted) throw new StorageError('cancelled', 'cancelled')
        return work(scripted<StorageTransaction>({}))
      },
    })
    const logger = scripted<Logger>({ warn: (_, fields = {}) => this.warnings.push(fields) })
    const settings = { housekeeping: { periodMs, chunkRowCount } }
    this.housekeeping = new Housekeeping(
      { read: storage.read, changes: changesOn(storage).changes, clock: this.clock, logger, settings },
      chores,
    )
    this.background = new Background({ clock: this.clock, failures: scripted<FailureLog>({}) })
    this.background.add(this.housekeeping)
  }

  /** Waits until no work continues on its own. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < 5; turns += 1) await nextTurn()
  }

  async #count(table: string, until: number, max: number): Promise<number> {
    this.untils.push(until)
    this.#failIfTold(`count of ${table}`)
    return Math.min(max, this.due[table] ?? 0)
  }

  async #delete(table: string, until: number, limit: number): Promise<number> {
    this.untils.push(until)
    this.#failIfTold(table)
    const count = Math.min(limit, this.due[table] ?? 0)
    this.due[table] = (this.due[table] ?? 0) - count
    this.deletions.push(`${count} of ${table}`)
    this.clock.advance(this.chunkMs)
    return count
  }

  #failIfTold(what: string): void {
    const failure = this.failures.get(what)
    if (failure !== undefined) throw failure
  }
}

test('deletes a chunk of each table in turn until nothing is left, beginning at the start', async () => {
  const { background, deletions, settle } = new Scene({ a: 25, b: 0, c: 10 })
  background.startJobs()
  await settle()
  assert.deepEqual(deletions, ['10 of a', '10 of c', '10 of a', '0 of c', '5 of a'])
})

test('runs again after each period, and not before', async () => {
  const { background, deletions, due, clock, settle } = new Scene({ a: 0 })
  background.startJobs()
  await settle()
  due.a = 3
  clock.advance(periodMs - 1)
  await settle()
  assert.deepEqual(deletions, [])
  clock.advance(1)
  await settle()
  assert.deepEqual(deletions, ['3 of a'])
})

test('rows are deleted only after their memory time, even when it passes during a run', async () => {
  const scene = new Scene({ a: 25 }, 5_000)
  scene.chunkMs = 100
  scene.background.startJobs()
  for (let chunks = 0; chunks < 3; chunks += 1) {
    await scene.settle()
    scene.clock.advance(800)
  }
  assert.equal(scene.deletions.length, 3)
  assert.deepEqual(new Set(scene.untils), new Set([startAt - 5_000]))
})

test('pauses eight times as long as a chunk took, at most a second', async () => {
  const scene = new Scene({ a: 100 })
  const { background, deletions, clock, settle } = scene
  scene.chunkMs = 4
  background.startJobs()
  await settle()
  assert.equal(deletions.length, 1)
  clock.advance(31)
  await settle()
  assert.equal(deletions.length, 1)
  scene.chunkMs = 5_000
  clock.advance(1)
  await settle()
  assert.equal(deletions.length, 2)
  clock.advance(999)
  await settle()
  assert.equal(deletions.length, 2)
  clock.advance(1)
  await settle()
  assert.equal(deletions.length, 3)
})

test('a period that ends during a run causes another run', async () => {
  const scene = new Scene({ a: 5 })
  const { background, deletions, due, clock, settle } = scene
  scene.hold = gate()
  background.startJobs()
  await settle()
  clock.advance(3 * periodMs)
  scene.hold.open()
  scene.hold = undefined
  due.a = 7
  await settle()
  assert.deepEqual(deletions, ['7 of a'])
  assert.deepEqual(new Set(scene.untils), new Set([startAt, startAt + 3 * periodMs]))
})

test('a failing table does not stop the others, and is tried again in the next run', async () => {
  const { background, failures, deletions, warnings, clock, settle } = new Scene({ a: 25, b: 15, c: 5 })
  const failure = new Error('locked')
  failures.set('a', failure)
  failures.set('count of c', new Error('away'))
  background.startJobs()
  await settle()
  assert.deepEqual(deletions, ['10 of b', '5 of b'])
  assert.deepEqual(warnings, [{ tables: ['c', 'a'], cause: new Error('away') }])
  failures.clear()
  clock.advance(periodMs)
  await settle()
  assert.deepEqual(deletions.slice(2), ['10 of a', '5 of c', '10 of a', '5 of a'])
  assert.equal(warnings.length, 1)
})

test('a failure is logged once per run, and ends the turns of its table', async () => {
  const scene = new Scene({ a: 40, b: 20 })
  const { background, failures, deletions, warnings, clock, settle } = scene
  scene.chunkMs = 1
  background.startJobs()
  await settle()
  failures.set('a', new Error('disk full'))
  for (let rests = 0; rests < 4; rests += 1) {
    clock.advance(8)
    await settle()
  }
  assert.deepEqual(deletions, ['10 of a', '10 of b', '10 of b', '0 of b'])
  assert.equal(warnings.length, 1)
})

test('closing ends a pause immediately, and nothing is deleted afterwards', async () => {
  const scene = new Scene({ a: 100 })
  scene.chunkMs = 100
  scene.background.startJobs()
  await scene.settle()
  await scene.background.endJobs()
  scene.clock.advance(2 * periodMs)
  await scene.settle()
  assert.deepEqual(scene.deletions, ['10 of a'])
})

test('closing cancels the running chunk and logs nothing', async () => {
  const scene = new Scene({ a: 100, b: 100 })
  const hold = gate()
  scene.hold = hold
  scene.background.startJobs()
  await scene.settle()
  const closed = scene.background.endJobs()
  assert.equal(scene.cancellation?.aborted, true)
  hold.open()
  await closed
  assert.deepEqual(scene.deletions, [])
  assert.deepEqual(scene.warnings, [])
})

test('closing before the start resolves', async () => {
  const { background, deletions } = new Scene({ a: 1 })
  await background.endJobs()
  assert.deepEqual(deletions, [])
})

test('metrics report due and removed rows, and when runs ended', async () => {
  const scene = new Scene({ a: 25_000, b: 0, c: 5 })
  const { background, housekeeping, failures, clock, settle } = scene
  const nothing = { removedCount: 0, dueCount: 0, clearedAt: null }
  const atFirst = { lastRunEndedAt: null, tables: { a: nothing, b: nothing, c: nothing } }
  assert.deepEqual(housekeeping.metrics(), atFirst)
  scene.chunkMs = 1
  failures.set('c', new Error('locked'))
  background.startJobs()
  await settle()
  const { tables } = housekeeping.metrics()
  assert.deepEqual(tables.a, { removedCount: 10, dueCount: 10_000, clearedAt: null })
  assert.deepEqual(tables.b, { removedCount: 0, dueCount: 0, clearedAt: startAt })
  scene.due.a = 0
  clock.advance(8)
  await settle()
  clock.advance(8)
  await settle()
  const ended = housekeeping.metrics()
  assert.deepEqual(ended.tables.a, { removedCount: 10, dueCount: 0, clearedAt: startAt + 10 })
  assert.deepEqual(ended.tables.c, { removedCount: 0, dueCount: 5, clearedAt: null })
  assert.equal(ended.lastRunEndedAt, startAt + 18)
  assert.deepEqual(JSON.parse(JSON.stringify(ended)), ended)
})
