import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { LogFields } from '../ports/logger.js'
import { Background } from './background.js'
import type { Job, Part, Run } from './part.js'

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
  background.startJobs()
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
  background.startJobs()
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
  background.startJobs()
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
  background.startJobs()
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
    background.startJobs()
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
  background.startJobs()
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
  background.startJobs()
  for (let rests = 0; rests < 2; rests += 1) {
    await nextTurn()
    clock.advance(299)
    await nextTurn()
    assert.equal(rested.length, rests)
    clock.advance(1)
    await nextTurn()
  }
  await background.endJobs()
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
  background.startJobs()
  await nextTurn()
  assert.equal(hasRested, false)
  wanted.open()
  await nextTurn()
  assert.equal(hasRested, true)
  await background.endJobs()
})

test('ending the jobs cancels those that run, waits for them, and logs nothing', async () => {
  const { background, clock, runs, logged, add } = given()
  const held = gate()
  let cancelled: Run | undefined
  const job = add('a', (run) => {
    cancelled = run
    return held.promise
  })
  background.startJobs()
  assert.equal(cancelled?.aborted, false)
  const closed = background.endJobs()
  assert.equal(cancelled?.aborted, true)
  held.fail(new Error('cancelled'))
  await closed
  background.wake(job)
  clock.advance(10 * periodMs)
  await nextTurn()
  assert.deepEqual([runs, logged], [['a'], []])
})

test('ending the jobs before the start resolves', async () => {
  const { background, clock, runs, add } = given()
  add('a')
  await background.endJobs()
  clock.advance(periodMs)
  assert.deepEqual(runs, [])
})

test('parts start one after the other, and before their jobs', async () => {
  const { background, runs } = given()
  const part = (name: string): Part => ({
    jobs: [{ name, periodMs, run: async () => void runs.push(`${name} runs`) }],
    start: async () => {
      runs.push(`${name} starts`)
      await nextTurn()
      runs.push(`${name} has started`)
    },
  })
  background.add(part('a'))
  background.add(part('b'))
  await background.start()
  background.startJobs()
  const starts = ['a starts', 'a has started', 'b starts', 'b has started']
  assert.deepEqual(runs, [...starts, 'a runs', 'b runs'])
})

test('a part that cannot start keeps the next ones from starting', async () => {
  const { background, runs } = given()
  background.add({ start: () => Promise.reject(new Error('away')) })
  background.add({ start: async () => void runs.push('b') })
  await assert.rejects(background.start(), new Error('away'))
  assert.deepEqual(runs, [])
})

test('parts receive commits, drain and close in the order in which they were added', async () => {
  const { background, runs } = given()
  const note = (what: string) => void runs.push(what)
  background.add({ onCommit: (_, authorId) => note(`a receives ${authorId}`), drain: () => note('a drains') })
  background.add({ drain: async () => note('b drains'), close: () => note('b closes') })
  background.add({ onCommit: () => note('c receives'), close: async () => note('c closes') })
  const fact = { name: 'customer_unbanned', licenseId: 1, customerId: 'casey' } as const
  background.onCommit({ place: null, facts: [fact] }, 'ada')
  await background.drain()
  await background.close()
  assert.deepEqual(runs, ['a receives ada', 'c receives', 'a drains', 'b drains', 'b closes', 'c closes'])
})
