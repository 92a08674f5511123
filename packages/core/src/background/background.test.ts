import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { LogFields } from '../ports/logger.js'
import { Background } from './background.js'
import type { Job, Run } from './job.js'

const periodMs = 1_000

function given() {
  const clock = new VirtualClock(0)
  const logged: LogFields[] = []
  const failures = scripted<FailureLog>({ write: (_message, _type, fields) => void logged.push(fields) })
  const background = new Background({ clock, failures })
  const runs: string[] = []
  const add = (name: string, work: (run: Run) => Promise<void> = () => Promise.resolve()): Job => {
    const job: Job = {
      ...{ name, periodMs },
      run: (run) => {
        runs.push(name)
        return work(run)
      },
    }
    background.add(job)
    return job
  }
  return { background, clock, runs, logged, add }
}

test('every job runs at the start, and then once per period', async () => {
  const { background, clock, runs, add } = given()
  add('a')
  add('b')
  assert.deepEqual(runs, [])
  background.start()
  assert.deepEqual(runs, ['a', 'b'])
  await nextTurn()
  clock.advance(periodMs - 1)
  assert.equal(runs.length, 2)
  clock.advance(1)
  assert.deepEqual(runs.slice(2), ['a', 'b'])
})

test('waking a job runs it immediately, and no other job', async () => {
  const { background, runs, add } = given()
  add('a')
  const job = add('b')
  background.start()
  await nextTurn()
  background.wake(job)
  assert.deepEqual(runs, ['a', 'b', 'b'])
})

test('waking a job before the start does nothing', () => {
  const { background, runs, add } = given()
  background.wake(add('a'))
  assert.deepEqual(runs, [])
})

test('a job that is woken several times during a run runs once more afterwards', async () => {
  const { background, clock, runs, add } = given()
  const held = gate()
  const job = add('a', () => held.promise)
  background.start()
  for (let wakes = 0; wakes < 3; wakes += 1) background.wake(job)
  clock.advance(3 * periodMs)
  await nextTurn()
  assert.deepEqual(runs, ['a'])
  held.open()
  await nextTurn()
  assert.deepEqual(runs, ['a', 'a'])
})

test('a job that hangs does not block other jobs', async () => {
  const { background, clock, runs, add } = given()
  add('hangs', () => new Promise(() => undefined))
  add('works')
  background.start()
  for (let periods = 0; periods < 2; periods += 1) {
    await nextTurn()
    clock.advance(periodMs)
  }
  assert.deepEqual(runs, ['hangs', 'works', 'works', 'works'])
})

for (const [how, work] of [
  ['rejects', () => Promise.reject(new Error('away'))],
  [
    'throws',
    () => {
      throw new Error('away')
    },
  ],
] as const) {
  test(`a job that ${how} is logged, and runs again at the end of its period even when it is woken before`, async () => {
    const { background, clock, runs, logged, add } = given()
    const job = add('fails', work)
    add('works')
    background.start()
    await nextTurn()
    assert.deepEqual(logged, [{ job: 'fails', cause: new Error('away') }])
    background.wake(job)
    await nextTurn()
    assert.deepEqual(runs, ['fails', 'works'])
    clock.advance(periodMs)
    await nextTurn()
    assert.deepEqual(runs.slice(2), ['fails', 'works'])
  })
}

test('waking a job during a failing run causes no run before the period ends', async () => {
  const { background, clock, runs, add } = given()
  const held = gate()
  const job = add('fails', () => held.promise)
  background.start()
  background.wake(job)
  held.fail(new Error('away'))
  await nextTurn()
  assert.deepEqual(runs, ['fails'])
  clock.advance(periodMs)
  assert.deepEqual(runs, ['fails', 'fails'])
})

test('a run pauses for the requested time, or until the engine shuts down', async () => {
  const { background, clock, add } = given()
  const rested: number[] = []
  add('rests', async (run) => {
    await run.pause(0)
    for (let rests = 0; rests < 2; rests += 1) {
      await run.pause(300)
      rested.push(clock.now())
    }
    await run.pause(300)
    rested.push(clock.now())
  })
  background.start()
  for (let rests = 0; rests < 2; rests += 1) {
    await nextTurn()
    clock.advance(299)
    await nextTurn()
    assert.equal(rested.length, rests)
    clock.advance(1)
    await nextTurn()
  }
  await background.close()
  assert.deepEqual(rested, [300, 600, 600])
})

test('a pause ends early when its promise resolves', async () => {
  const { background, add } = given()
  const wanted = gate()
  let hasRested = false
  add('rests', async (run) => {
    await run.pause(300, wanted.promise)
    hasRested = true
  })
  background.start()
  await nextTurn()
  assert.equal(hasRested, false)
  wanted.open()
  await nextTurn()
  assert.equal(hasRested, true)
  await background.close()
})

test('closing cancels the running jobs, waits for them, and logs nothing', async () => {
  const { background, clock, runs, logged, add } = given()
  const held = gate()
  let cancelled: Run | undefined
  const job = add('a', (run) => {
    cancelled = run
    return held.promise
  })
  background.start()
  assert.equal(cancelled?.aborted, false)
  const closed = background.close()
  assert.equal(cancelled?.aborted, true)
  held.fail(new Error('cancelled'))
  await closed
  background.wake(job)
  clock.advance(10 * periodMs)
  await nextTurn()
  assert.deepEqual([runs, logged], [['a'], []])
})

test('closing waits at most half a second', async () => {
  const { background, clock, add } = given()
  add('hangs', () => new Promise(() => undefined))
  background.start()
  let isClosed = false
  const closed = background.close().then(() => {
    isClosed = true
  })
  clock.advance(499)
  await nextTurn()
  assert.equal(isClosed, false)
  clock.advance(1)
  await closed
})

test('closing before the start resolves', async () => {
  const { background, clock, runs, add } = given()
  add('a')
  await background.close()
  clock.advance(periodMs)
  assert.deepEqual(runs, [])
})
