import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Places } from './places.js'

const tooMany = { name: 'ParleyError', type: 'too_many_requests' }

test('gives the maximum number of slots, and another one for each released slot', () => {
  const places = new Places({ count: 2 })
  const seeker = { remoteAddress: null }
  const giveBack = places.take(seeker)
  places.take(seeker)
  assert.throws(() => places.take(seeker), tooMany)
  giveBack()
  giveBack()
  places.take(seeker)
  assert.throws(() => places.take(seeker), tooMany)
  assert.equal(places.takenCount, 2)
})

test('an address gets at most a fourth of the slots', () => {
  const places = new Places({ count: 8 })
  const taken = [
    places.take({ remoteAddress: '192.0.2.1' }),
    places.take({ remoteAddress: '::ffff:192.0.2.1' }),
  ]
  assert.throws(() => places.take({ remoteAddress: '192.0.2.1' }), tooMany)
  places.take({ remoteAddress: '192.0.2.2' })
  for (const giveBack of taken) giveBack()
  places.take({ remoteAddress: '192.0.2.1' })
  assert.equal(places.takenCount, 2)
})

test('limits a caller across all addresses', () => {
  const places = new Places({ count: 100, perCaller: 2 })
  places.take({ callerKey: 'a', remoteAddress: '192.0.2.1' })
  places.take({ callerKey: 'a', remoteAddress: '192.0.2.2' })
  assert.throws(() => places.take({ callerKey: 'a', remoteAddress: '192.0.2.3' }), tooMany)
  places.take({ callerKey: 'b', remoteAddress: '192.0.2.3' })
})

test('a refused request takes no slot', () => {
  const places = new Places({ count: 100, perCaller: 1 })
  const giveBack = places.take({ callerKey: 'a', remoteAddress: '192.0.2.1' })
  for (let n = 0; n < 50; n += 1) {
    assert.throws(() => places.take({ callerKey: 'a', remoteAddress: '192.0.2.1' }), tooMany)
  }
  giveBack()
  assert.equal(places.takenCount, 0)
})

test('an address gets at least one slot', () => {
  const places = new Places({ count: 1 })
  places.take({ remoteAddress: '192.0.2.1' })
  assert.throws(() => places.take({ remoteAddress: '192.0.2.2' }), tooMany)
})
