import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../ports/clock.js'
import { SystemIds } from './system-ids.js'

/** A clock that the test can set, also backwards. */
class SettableClock implements Clock {
  at = 1_700_000_000_000
  now = () => this.at
  monotonic = () => 0
  every = () => () => undefined
}

function givenIds() {
  const clock = new SettableClock()
  return { clock, ids: new SystemIds(clock) }
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const millisecondsOf = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16)

test('an id is a UUID of version 7 that contains the time', () => {
  const { ids, clock } = givenIds()
  const id = ids.uuid()
  assert.match(id, uuidV7)
  assert.equal(millisecondsOf(id), clock.at)
})

test('small timestamps are padded', () => {
  const { ids, clock } = givenIds()
  clock.at = 1
  assert.match(ids.uuid(), /^00000000-0001-7/)
})

test('ids ascend within a millisecond, even after the counter overflows', () => {
  const { ids, clock } = givenIds()
  const made = Array.from({ length: 10_000 }, () => ids.uuid())
  assert.deepEqual(made, made.toSorted())
  assert.equal(new Set(made).size, made.length)
  for (const id of made) assert.match(id, uuidV7)
  assert.ok(millisecondsOf(made.at(-1) ?? '') <= clock.at + 3)
})

test('ids ascend when the clock goes backwards', () => {
  const { ids, clock } = givenIds()
  const before = ids.uuid()
  clock.at -= 60_000
  const after = ids.uuid()
  assert.ok(before < after)
  assert.equal(millisecondsOf(after), clock.at + 60_000)
})

test('ids follow the clock again once it has caught up', () => {
  const { ids, clock } = givenIds()
  ids.uuid()
  clock.at += 5
  assert.equal(millisecondsOf(ids.uuid()), clock.at)
})

test('ids of two processes in one millisecond differ', () => {
  const made = Array.from({ length: 1_000 }, () => givenIds().ids.uuid())
  assert.equal(new Set(made).size, made.length)
})

test('randomBytes returns the requested number of bytes, different each time', () => {
  const { ids } = givenIds()
  assert.equal(ids.randomBytes(0).length, 0)
  assert.equal(ids.randomBytes(32).length, 32)
  assert.notDeepEqual(ids.randomBytes(32), ids.randomBytes(32))
})
