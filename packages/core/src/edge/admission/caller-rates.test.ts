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
  test(`a caller of the kind ${callerKind} has ${burst} requests at once, and ${perSecond} a second`, () => {
    const { rates, clock } = givenRates()
    const caller = { callerKind, callerKey: `${callerKind} 1` }
    assert.equal(countAllowed(rates, caller), burst)
    clock.advance(1_000)
    assert.equal(countAllowed(rates, caller), perSecond)
  })
}

test('a refusal says when to come back, in whole seconds', () => {
  const { rates } = givenRates({ customerRequestBurstCount: 1, customerRequestsPerSecond: 1 })
  rates.takeRequest(customer)
  assert.throws(
    () => rates.takeRequest(customer),
    (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 1,
  )
})

test('nobody pays for anybody else', () => {
  const { rates } = givenRates()
  countAllowed(rates, customer)
  rates.chargePushes(customer, 1_000 * mebibyte)
  assert.equal(rates.owedMs(other), 0)
  rates.takeRequest(other)
})

test('answers beyond the rate are owed, and nothing is asked until they are paid', () => {
  const { rates, clock } = givenRates()
  rates.chargeAnswer(customer, 15 * mebibyte)
  rates.takeRequest(customer)
  rates.chargeAnswer(customer, 5 * mebibyte)
  assert.ok(rates.owedMs(customer) > 1_999)
  assert.throws(
    () => rates.takeRequest(customer),
    (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 3,
  )
  clock.advance(2_001)
  assert.equal(rates.owedMs(customer), 0)
  rates.takeRequest(customer)
})

test('so are pushes, by a rate of their own', () => {
  const { rates, clock } = givenRates()
  rates.chargePushes(customer, 64 * mebibyte)
  assert.equal(rates.owedMs(customer) <= 1, true)
  rates.chargePushes(customer, 16 * mebibyte)
  assert.throws(() => rates.takeRequest(customer), refusal('too_many_requests'))
  clock.advance(1_001)
  rates.takeRequest(customer)
})

test('a caller has 5 multicasts at once and 1 a second, beside all requests, and nobody pays for it', () => {
  const { rates, clock } = givenRates()
  const take = () => rates.takeRate(customer, 'multicasts')
  for (let count = 0; count < 5; count += 1) take()
  assert.throws(take, (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 1)
  assert.throws(take, refusal('too_many_requests'))
  assert.equal(rates.owedMs(customer), 0)
  rates.takeRequest(customer)
  rates.takeRate(other, 'multicasts')
  clock.advance(1_000)
  take()
  assert.throws(take, refusal('too_many_requests'))
})

test('a caller has 20 postbacks at once and 5 a second, whatever multicasts there were', () => {
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

test('a caller has 50 changes of the configuration at once and 5 a second', () => {
  const { rates, clock } = givenRates()
  const take = () => rates.takeRate(customer, 'configurations')
  for (let count = 0; count < 50; count += 1) take()
  assert.throws(take, refusal('too_many_requests'))
  clock.advance(1_000)
  for (let count = 0; count < 5; count += 1) take()
  assert.throws(take, refusal('too_many_requests'))
})

test('callers of a license have 100 changes of its configuration at once and 10 a second together', () => {
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

test('the rate of multicasts is an option', () => {
  const { rates } = givenRates({ multicastsPerSecond: 10, multicastBurstCount: 1 })
  rates.takeRate(customer, 'multicasts')
  assert.throws(() => rates.takeRate(customer, 'multicasts'), refusal('too_many_requests'))
})

test('what is small is not charged, so that who causes little is not remembered', () => {
  const { rates } = givenRates({ customerPushedBytesPerSecond: 65_536 })
  for (let count = 0; count < 1_000; count += 1) {
    rates.chargePushes(customer, 32_767)
    rates.chargeAnswer(customer, 32_767)
  }
  assert.equal(rates.owedMs(customer), 0)
  assert.equal(rates.count, 0)
})

test('who was quiet for long enough is forgotten, and who was not is not', () => {
  const { rates, clock } = givenRates()
  rates.takeRequest(customer)
  rates.chargePushes(other, 10_000 * mebibyte)
  clock.advance(10_000)
  assert.equal(rates.count, 1)
  assert.ok(rates.owedMs(other) > 0)
  clock.advance(700_000)
  assert.equal(rates.count, 0)
})

test('who owes for files waits with the next file, and with nothing else', () => {
  const { rates, clock } = givenRates({ customerUploadedBytesPerSecond: mebibyte })
  for (let count = 0; count < 7; count += 1) {
    rates.takeUpload(customer)
    rates.chargeUpload(customer, 10 * mebibyte)
  }
  assert.throws(
    () => rates.takeUpload(customer),
    (cause) => cause instanceof ParleyError && cause.retryAfterSeconds === 7,
  )
  assert.equal(rates.owedMs(customer), 0)
  rates.takeRequest(customer)
  rates.takeUpload(other)
  clock.advance(7_000)
  rates.takeUpload(customer)
})
