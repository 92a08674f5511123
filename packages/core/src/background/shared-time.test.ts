import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { SharedTime } from './shared-time.js'

/** A database whose response takes 20 ms. */
function given(timeAt: (clock: VirtualClock) => number | null) {
  const clock = new VirtualClock(1_000_000)
  const steady = new SteadyClock(clock)
  const ping = async () => {
    clock.advance(10)
    const time = timeAt(clock)
    clock.advance(10)
    return time
  }
  return { clock, steady, sharedTime: new SharedTime({ storage: { ping }, clock, steady }) }
}

test('the steady clock starts with the time of the database', async () => {
  const { clock, steady, sharedTime } = given((clock) => clock.now() + 5_000)
  await sharedTime.start()
  assert.equal(steady.now(), clock.now() + 5_000)
})

test('the steady clock follows the database after the wall clock was changed', async () => {
  let aheadMs = 5_000
  const { clock, steady, sharedTime } = given((clock) => clock.now() + aheadMs)
  await sharedTime.start()
  const before = steady.now()
  clock.stepWallClock(3_600_000)
  aheadMs -= 3_600_000
  await sharedTime.run()
  clock.advance(600_000 - 20)
  assert.equal(steady.now(), before + 600_000)
})

test('the steady clock follows the wall clock when the storage has no clock', async () => {
  const { clock, steady, sharedTime } = given(() => null)
  await sharedTime.start()
  await sharedTime.run()
  assert.equal(steady.now(), clock.now())
})
