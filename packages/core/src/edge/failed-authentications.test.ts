import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { FailedAuthentications } from './failed-authentications.js'

function givenFailures(perSecond = 20) {
  const clock = new VirtualClock(0)
  const failures = new FailedAuthentications(perSecond, clock)
  const fail = (address: string | null, count: number) => {
    for (let failure = 0; failure < count; failure += 1) failures.count(address)
  }
  return { clock, failures, fail }
}

test('so many may fail a second, and twice as many at once', () => {
  const { clock, failures, fail } = givenFailures()
  fail('192.0.2.1', 39)
  failures.require('192.0.2.1')
  fail('192.0.2.1', 1)
  assert.throws(() => failures.require('192.0.2.1'), refusal('too_many_requests'))
  clock.advance(50)
  failures.require('192.0.2.1')
  fail('192.0.2.1', 1)
  assert.throws(() => failures.require('192.0.2.1'), refusal('too_many_requests'))
})

test('other addresses are not concerned, neighbours in a network of IPv6 are', () => {
  const { failures, fail } = givenFailures()
  fail('192.0.2.1', 40)
  failures.require('192.0.2.2')
  fail('2001:db8::1', 40)
  assert.throws(() => failures.require('2001:db8::2'), refusal('too_many_requests'))
  failures.require('2001:db8:0:1::1')
})

test('without an address nothing is counted', () => {
  const { failures, fail } = givenFailures()
  fail(null, 1_000)
  failures.require(null)
  assert.equal(failures.addressCount, 0)
})

test('an address is forgotten once it has been good for long enough', () => {
  const { clock, failures, fail } = givenFailures()
  fail('192.0.2.1', 40)
  assert.equal(failures.addressCount, 1)
  clock.advance(10_000)
  assert.equal(failures.addressCount, 0)
})

test('no number of addresses is remembered without end', () => {
  const { failures } = givenFailures()
  for (let index = 0; index < 100_500; index += 1) failures.count(`address ${index}`)
  assert.equal(failures.addressCount, 100_000)
})
