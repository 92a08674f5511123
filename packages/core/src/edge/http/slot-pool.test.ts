import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SlotPool } from './slot-pool.js'

const tooMany = { name: 'ParleyError', type: 'too_many_requests' }

test('gives the maximum number of slots, and another one for each released slot', () => {
  const slots = new SlotPool({ count: 2 })
  const seeker = { remoteAddress: null }
  const release = slots.take(seeker)
  slots.take(seeker)
  assert.throws(() => slots.take(seeker), tooMany)
  release()
  release()
  slots.take(seeker)
  assert.throws(() => slots.take(seeker), tooMany)
  assert.equal(slots.takenCount, 2)
})

test('an address gets at most a fourth of the slots', () => {
  const slots = new SlotPool({ count: 8 })
  const taken = [
    slots.take({ remoteAddress: '192.0.2.1' }),
    slots.take({ remoteAddress: '::ffff:192.0.2.1' }),
  ]
  assert.throws(() => slots.take({ remoteAddress: '192.0.2.1' }), tooMany)
  slots.take({ remoteAddress: '192.0.2.2' })
  for (const release of taken) release()
  slots.take({ remoteAddress: '192.0.2.1' })
  assert.equal(slots.takenCount, 2)
})

test('limits a caller across all addresses', () => {
  const slots = new SlotPool({ count: 100, perCaller: 2 })
  slots.take({ callerKey: 'a', remoteAddress: '192.0.2.1' })
  slots.take({ callerKey: 'a', remoteAddress: '192.0.2.2' })
  assert.throws(() => slots.take({ callerKey: 'a', remoteAddress: '192.0.2.3' }), tooMany)
  slots.take({ callerKey: 'b', remoteAddress: '192.0.2.3' })
})

test('a refused request takes no slot', () => {
  const slots = new SlotPool({ count: 100, perCaller: 1 })
  const release = slots.take({ callerKey: 'a', remoteAddress: '192.0.2.1' })
  for (let n = 0; n < 50; n += 1) {
    assert.throws(() => slots.take({ callerKey: 'a', remoteAddress: '192.0.2.1' }), tooMany)
  }
  release()
  assert.equal(slots.takenCount, 0)
})

test('an address gets at least one slot', () => {
  const slots = new SlotPool({ count: 1 })
  slots.take({ remoteAddress: '192.0.2.1' })
  assert.throws(() => slots.take({ remoteAddress: '192.0.2.2' }), tooMany)
})
