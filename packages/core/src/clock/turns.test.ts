import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from './turns.js'
import { VirtualClock } from './virtual-clock.js'

function* steps(clock: VirtualClock, count: number, ms: number): Generator<void, string, void> {
  for (let step = 0; step < count; step += 1) {
    clock.advance(ms)
    yield
  }
  return 'done'
}

/** Returns the number of event loop turns that the work left to others. */
async function turnsOf(count: number, ms: number): Promise<number> {
  const clock = new VirtualClock(0)
  let left = 0
  let isRunning = true
  const count1 = () => {
    left += 1
    if (isRunning) setImmediate(count1)
  }
  setImmediate(count1)
  assert.equal(await new Turns(clock).run(steps(clock, count, ms)), 'done')
  isRunning = false
  return left
}

test('short work takes one turn', async () => {
  assert.equal(await turnsOf(7, 1), 0)
})

test('long work gives up its turn every 8 ms', async () => {
  const left = await turnsOf(40, 2)
  assert.ok(left >= 8 && left <= 11, `${left} turns`)
})
