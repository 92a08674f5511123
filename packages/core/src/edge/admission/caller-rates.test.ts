import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import { VirtualClock } from '../../clock/virtual-clock.js'
import { ParleyError } from '../../errors.js'
import type { CallerKind } from '../../identity/known-token.js'
import { resolveSettings } from '../../settings.js'
import { CallerRates } from './caller-rates.js'

const defaults = resolveSettings({}).rates

const mebibyte = 1_048_576
const principal = { licenseId: 1 }
const customer = { callerKind: 'customer', callerKey: 'customer 1', principal } as const
const other = { callerKind: 'customer', callerKey: 'customer 2', principal } as const

function givenRates(options: Partial<typeof defaults> = {}) {
  const clock = new VirtualClock(0)
  return { clock, rates: new CallerRates({ ...defaults, ...options }, clock) }
}

/** Returns the number of requests that are allowed before one is refused. */
function countAllowed(rates: CallerRates, caller: { callerKind: CallerKind; callerKey: string }): number {
  for (let count = 0; ; count += 1) {
    try {
      rates.takeRequest(caller)
    } catch (cause) {
      assert.ok(refusal('too_many_requests')(cause))
      return count
    }
  }
}

for (const [callerKind, burst, perSecond] of [
  ['customer', 40, 20],
  ['agent', 100, 50],
  ['app', 1_000, 500],
] as const) {
  test(`a caller of kind ${callerKind} may send a burst of ${burst} requests, and ${perSecond} a second`, () => {
    const { rates, clock } = givenRates()
    const caller = { callerKind, callerKey: `${callerKind} 1` }
    assert.equal(countAllowed(rates, caller), burst)
    clock.advance(1_000)
    assert.equal(countAllowed(rates, caller), perSecond)
  })
}

test('a refusal contains the retry time in whole seconds', () => {
  const { rates } = givenRates({ customerRequestBurstCount: 1, customerRequestsPerSecond: 1 })
  rates.takeRequest(customer)
  assert.throws(
    () => rates.takeRequest(customer),
    (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 1,
  )
})

test('callers have independent rate limits', () => {
  const { rates } = givenRates()
  countAllowed(rates, customer)
  rates.chargePushes(customer, 1_000 * mebibyte)
  assert.equal(rates.getWaitMs(other), 0)
  rates.takeRequest(other)
})

test('responses beyond the rate block further requests until they are paid off', () => {
  const { rates, clock } = givenRates()
  rates.chargeResponse(customer, 15 * mebibyte)
  rates.takeRequest(customer)
  rates.chargeResponse(customer, 5 * mebibyte)
  assert.ok(rates.getWaitMs(customer) > 1_999)
  assert.throws(
    () => rates.takeRequest(customer),
    (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 3,
  )
  clock.advance(2_001)
  assert.equal(rates.getWaitMs(customer), 0)
  rates.takeRequest(customer)
})

test('pushes beyond their own rate block further requests until they are paid off', () => {
  const { rates, clock } = givenRates()
  rates.chargePushes(customer, 64 * mebibyte)
  assert.equal(rates.getWaitMs(customer) <= 1, true)
  rates.chargePushes(customer, 16 * mebibyte)
  assert.throws(() => rates.takeRequest(customer), refusal('too_many_requests'))
  clock.advance(1_001)
  rates.takeRequest(customer)
})

test('a caller may send a burst of 5 multicasts and 1 a second, independent of requests and of other callers', () => {
  const { rates, clock } = givenRates()
  const take = () => rates.takeRate(customer, 'multicasts')
  for (let count = 0; count < 5; count += 1) take()
  assert.throws(take, (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 1)
  assert.throws(take, refusal('too_many_requests'))
  assert.equal(rates.getWaitMs(customer), 0)
  rates.takeRequest(customer)
  rates.takeRate(other, 'multicasts')
  clock.advance(1_000)
  take()
  assert.throws(take, refusal('too_many_requests'))
})

test('a caller may send a burst of 20 postbacks and 5 a second, independent of multicasts', () => {
  const { rates, clock } = givenRates()
  const take = () => rates.takeRate(customer, 'postbacks')
  rates.takeRate(customer, 'multicasts')
  for (let count = 0; count < 20; count += 1) take()
  assert.throws(take, refusal('too_many_requests'))
  rates.takeRate(customer, 'multicasts')
  clock.advance(1_000)
  for (let count = 0; count < 5; count += 1) take()
  assert.throws(take, refusal('too_many_requests'))
})

test('a caller may make a burst of 50 configuration changes and 5 a second', () => {
  const { rates, clock } = givenRates()
  const take = () => rates.takeRate(customer, 'configurations')
  for (let count = 0; count < 50; count += 1) take()
  assert.throws(take, refusal('too_many_requests'))
  clock.advance(1_000)
  for (let count = 0; count < 5; count += 1) take()
  assert.throws(take, refusal('too_many_requests'))
})

test('all callers of a license may make a burst of 100 configuration changes and 10 a second', () => {
  const { rates, clock } = givenRates()
  const take = (index: number, licenseId = 1) =>
    rates.takeRate(
      { callerKind: 'app', callerKey: `app ${index}`, principal: { licenseId } },
      'configurations',
    )
  for (let count = 0; count < 100; count += 1) take(count % 20)
  assert.throws(() => take(20), refusal('too_many_requests'))
  take(20, 2)
  clock.advance(1_000)
  for (let count = 0; count < 10; count += 1) take(count)
  assert.throws(() => take(11), refusal('too_many_requests'))
  clock.advance(60_000)
  assert.equal(rates.count, 0)
})

test('an option sets the rate of multicasts', () => {
  const { rates } = givenRates({ multicastsPerSecond: 10, multicastBurstCount: 1 })
  rates.takeRate(customer, 'multicasts')
  assert.throws(() => rates.takeRate(customer, 'multicasts'), refusal('too_many_requests'))
})

test('does not charge small amounts, so that no allowance is kept for them', () => {
  const { rates } = givenRates({ customerPushBytesPerSecond: 65_536 })
  for (let count = 0; count < 1_000; count += 1) {
    rates.chargePushes(customer, 32_767)
    rates.chargeResponse(customer, 32_767)
  }
  assert.equal(rates.getWaitMs(customer), 0)
  assert.equal(rates.count, 0)
})

test('forgets only callers whose rate limits have recovered', () => {
  const { rates, clock } = givenRates()
  rates.takeRequest(customer)
  rates.chargePushes(other, 10_000 * mebibyte)
  clock.advance(10_000)
  assert.equal(rates.count, 1)
  assert.ok(rates.getWaitMs(other) > 0)
  clock.advance(700_000)
  assert.equal(rates.count, 0)
})

test('a caller who owes for uploads has to wait only before the next file', () => {
  const { rates, clock } = givenRates({ customerUploadBytesPerSecond: mebibyte })
  for (let count = 0; count < 7; count += 1) {
    rates.takeUpload(customer)
    rates.chargeUpload(customer, 10 * mebibyte)
  }
  assert.throws(
    () => rates.takeUpload(customer),
    (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 7,
  )
  assert.equal(rates.getWaitMs(customer), 0)
  rates.takeRequest(customer)
  rates.takeUpload(other)
  clock.advance(7_000)
  rates.takeUpload(customer)
})
