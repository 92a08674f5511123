import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import { AnonymousConnections } from './anonymous-connections.js'

test('limits anonymous connections per address and in total', () => {
  const anonymous = new AnonymousConnections(4, 2)
  for (const address of ['192.0.2.1', '192.0.2.1']) anonymous.add({}, address)
  assert.throws(() => anonymous.requireCapacity('192.0.2.1'), refusal('too_many_requests'))
  assert.throws(() => anonymous.requireCapacity('::ffff:192.0.2.1'), refusal('too_many_requests'))
  anonymous.requireCapacity('192.0.2.2')
  for (const address of ['2001:db8::1', '2001:db8::2']) anonymous.add({}, address)
  assert.throws(() => anonymous.requireCapacity('192.0.2.2'), refusal('service_unavailable'))
})

test('removing a connection frees one slot, once', () => {
  const anonymous = new AnonymousConnections(10, 2)
  const first = {}
  anonymous.add(first, '192.0.2.1')
  anonymous.add({}, '192.0.2.1')
  anonymous.remove(first)
  anonymous.remove(first)
  anonymous.requireCapacity('192.0.2.1')
  assert.equal(anonymous.count, 1)
  anonymous.add(first, '192.0.2.1')
  assert.throws(() => anonymous.requireCapacity('192.0.2.1'), refusal('too_many_requests'))
})

test('limits connections without an address only in total', () => {
  const anonymous = new AnonymousConnections(3, 1)
  for (let count = 0; count < 3; count += 1) {
    anonymous.requireCapacity(null)
    anonymous.add({}, null)
  }
  assert.throws(() => anonymous.requireCapacity(null), refusal('service_unavailable'))
})
