import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { customer, now } from '../../test/domain-values.js'
import type { CustomerDetails } from './customer-details.js'
import { afterArrival, hasDetails, mergeDetails } from './customers.js'

const limits = { customerFieldCount: 3, customerFieldKeyLength: 4 }
const bounds = {
  contractLimits: { customerFieldCount: 100, customerFieldKeyLength: 128 },
  limits: { customerBytes: 1_024, visitPageCount: 20, visitPagesBytes: 8_192 },
}
const nowhere = { ip: null, userAgent: null }
const merge = (before: Parameters<typeof customer>[0], details: CustomerDetails) =>
  mergeDetails(customer(before), details, limits, 'payload')

test('given details replace the stored ones, missing details stay', () => {
  const merged = merge({ name: 'Old', email: 'old@example.com' }, { name: 'New' })
  assert.equal(merged.name, 'New')
  assert.equal(merged.email, 'old@example.com')
})

test('an empty detail replaces a stored one', () => {
  assert.equal(merge({ name: 'Old' }, { name: '' }).name, '')
})

test('fields are merged key by key', () => {
  const { fields } = merge({ fields: { a: '1', b: '2' } }, { fields: { b: '3', c: '4' } })
  assert.deepEqual(fields, { a: '1', b: '3', c: '4' })
})

test('the number of fields is limited after merging', () => {
  const before = { fields: { a: '1', b: '2' } }
  assert.deepEqual(merge(before, { fields: { a: '3', c: '4' } }).fields, { a: '3', b: '2', c: '4' })
  const fourth = () => merge(before, { fields: { c: '3', d: '4' } })
  assert.throws(fourth, refusal('validation', /payload.fields would have more than 3 keys/))
})

test('the length of field keys is limited in characters', () => {
  assert.deepEqual(merge({}, { fields: { '😀😀😀😀': 'x' } }).fields, { '😀😀😀😀': 'x' })
  const tooLong = () => merge({}, { fields: { abcde: 'x' } })
  assert.throws(tooLong, refusal('validation', /payload.fields has a key longer than 4 characters/))
})

for (const key of ['__proto__', 'constructor', 'prototype']) {
  test(`the field key ${key} is refused`, () => {
    const fields: Record<string, string> = JSON.parse(`{"${key}":"x"}`)
    const wide = { customerFieldCount: 3, customerFieldKeyLength: 128 }
    const merged = () => mergeDetails(customer(), { fields }, wide, 'payload')
    assert.throws(merged, refusal('validation', new RegExp(`must not have the key ${key}`)))
  })
}

test('hasDetails needs one detail that is not empty', () => {
  assert.equal(hasDetails(customer({ name: 'Ann' })), true)
  assert.equal(hasDetails(customer({ email: 'a@example.com' })), true)
  assert.equal(hasDetails(customer({ fields: { a: '', b: '1' } })), true)
  assert.equal(hasDetails(customer()), false)
  assert.equal(hasDetails(customer({ name: '', email: '', fields: { a: '' } })), false)
})

test('hasDetails counts details of the visit, but not the address and user agent', () => {
  const origin = { ip: '192.0.2.1', userAgent: 'Firefox' }
  const hasTold = (monitoring: CustomerDetails['monitoring'], referrer?: string) =>
    hasDetails(
      afterArrival(
        customer(),
        { details: { ...(monitoring && { monitoring }) }, origin, at: now, referrer },
        bounds,
        'payload',
      ),
    )
  assert.equal(hasTold({ page: { url: 'https://shop.example/' } }), true)
  assert.equal(hasTold({ timezone: 'Europe/Warsaw' }), true)
  assert.equal(hasTold(undefined, 'https://search.example/'), true)
  for (const monitoring of [undefined, {}, { timezone: '' }]) assert.equal(hasTold(monitoring), false)
})

const arrive = (before: Parameters<typeof customer>[0], details: CustomerDetails) =>
  afterArrival(customer(before), { details, origin: nowhere, at: now }, bounds, 'payload')
const isTooLarge = refusal('validation', /payload would make the details larger than 1024 bytes as JSON/)

test('the size of all details together is limited in bytes of UTF-8', () => {
  assert.equal(arrive({}, { name: '語'.repeat(300) }).name, '語'.repeat(300))
  assert.throws(() => arrive({}, { name: '語'.repeat(350) }), isTooLarge)
  assert.throws(() => arrive({}, { name: '\n'.repeat(512) }), isTooLarge)
  const half = { name: 'x'.repeat(500) }
  assert.throws(() => arrive(half, { email: 'x'.repeat(500) }), isTooLarge)
  assert.throws(() => arrive(half, { fields: { a: 'x'.repeat(500) } }), isTooLarge)
  assert.throws(() => arrive(half, { monitoring: { timezone: 'x'.repeat(500) } }), isTooLarge)
  assert.throws(() => arrive(half, { monitoring: { page: { url: 'x'.repeat(500) } } }), isTooLarge)
  const arrival = { details: {}, origin: nowhere, at: now, referrer: 'x'.repeat(500) }
  assert.throws(() => afterArrival(customer(half), arrival, bounds, 'payload'), isTooLarge)
})

test('the last page of a visit counts towards the size of the details', () => {
  let visited = customer()
  for (const page of ['a', 'b', 'c', 'd']) {
    const details = { monitoring: { page: { url: page.repeat(400) } } }
    visited = afterArrival(visited, { details, origin: nowhere, at: now }, bounds, 'payload')
  }
  assert.equal(visited.visitor?.currentVisit?.pages.length, 4)
})

test('details that already exceed the limit may stay or shrink, but not grow', () => {
  const before = { name: 'x'.repeat(2_000), email: 'e' }
  assert.equal(arrive(before, { email: 'f' }).email, 'f')
  assert.equal(arrive(before, { name: 'x'.repeat(1_500) }).name?.length, 1_500)
  assert.throws(() => arrive(before, { email: 'ef' }), isTooLarge)
})

test('known details return the same customer object', () => {
  const before = customer({ name: 'Kim', email: 'kim@example.com', fields: { a: '1', b: '2' } })
  const after = (details: CustomerDetails) =>
    afterArrival(before, { details, origin: nowhere, at: now }, bounds, 'payload')
  assert.equal(after({}), before)
  assert.equal(after({ name: 'Kim', email: 'kim@example.com', fields: { b: '2' } }), before)
  for (const details of [{ name: 'Robin' }, { email: '' }, { fields: { b: '3' } }, { fields: { c: '1' } }]) {
    assert.notDeepEqual(after(details), before)
  }
})
