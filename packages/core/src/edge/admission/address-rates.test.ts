import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import { scripted } from '../../../test/scripted.js'
import { VirtualClock } from '../../clock/virtual-clock.js'
import type { Storage } from '../../ports/storage.js'
import { resolveSettings } from '../../settings.js'
import { AddressRates } from './address-rates.js'

function givenRates() {
  const clock = new VirtualClock(0)
  const { rates: settings } = resolveSettings({ storage: scripted<Storage>({}) })
  const rates = new AddressRates(settings, clock)
  const fail = (address: string | null, count: number) => {
    for (let failure = 0; failure < count; failure += 1) rates.countFailedAuthentication(address)
  }
  const assertRefused = (address: string) =>
    assert.throws(() => rates.requireAuthentication(address), refusal('too_many_requests'))
  return { clock, rates, fail, assertRefused }
}

test('allows the configured rate of failed authentications, with a burst of two seconds', () => {
  const { clock, rates, fail, assertRefused } = givenRates()
  fail('192.0.2.1', 39)
  rates.requireAuthentication('192.0.2.1')
  fail('192.0.2.1', 1)
  assertRefused('192.0.2.1')
  clock.advance(50)
  rates.requireAuthentication('192.0.2.1')
  fail('192.0.2.1', 1)
  assertRefused('192.0.2.1')
})

test('failures during a refusal do not prolong it', () => {
  const { clock, rates, fail, assertRefused } = givenRates()
  fail('192.0.2.1', 1_000)
  assertRefused('192.0.2.1')
  clock.advance(50)
  rates.requireAuthentication('192.0.2.1')
})

test('limits IPv6 addresses per network, and other addresses independently', () => {
  const { rates, fail, assertRefused } = givenRates()
  fail('192.0.2.1', 40)
  rates.requireAuthentication('192.0.2.2')
  fail('2001:db8::1', 40)
  assertRefused('2001:db8::2')
  rates.requireAuthentication('2001:db8:0:1::1')
})

test('counts nothing without an address', () => {
  const { rates, fail } = givenRates()
  fail(null, 1_000)
  rates.chargeRequest(null, 1e9)
  rates.requireAuthentication(null)
  assert.equal(rates.isThrottled(null), false)
  assert.equal(rates.addressCount, 0)
})

test('limits bytes before login, with a burst of eight seconds', () => {
  const { clock, rates } = givenRates()
  rates.chargeRequest('192.0.2.1', 8 * 262_144 - 1)
  assert.equal(rates.isThrottled('192.0.2.1'), false)
  rates.chargeRequest('192.0.2.1', 262_144)
  assert.equal(rates.isThrottled('192.0.2.1'), true)
  assert.equal(rates.isThrottled('192.0.2.2'), false)
  clock.advance(999)
  assert.equal(rates.isThrottled('192.0.2.1'), true)
  clock.advance(1)
  assert.equal(rates.isThrottled('192.0.2.1'), false)
})

test('forgets an address when its rate limit has recovered', () => {
  const { clock, rates, fail } = givenRates()
  fail('192.0.2.1', 40)
  rates.chargeRequest('192.0.2.1', 4_096)
  assert.equal(rates.addressCount, 1)
  clock.advance(10_000)
  assert.equal(rates.addressCount, 0)
})

test('forgets the oldest addresses above the maximum number', () => {
  const { rates } = givenRates()
  for (let index = 0; index < 100_500; index += 1) {
    rates.countFailedAuthentication(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  }
  assert.equal(rates.addressCount, 100_000)
})
