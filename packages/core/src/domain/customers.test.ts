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

test('details that are given replace, those that are not stay', () => {
  const merged = merge({ name: 'Old', email: 'old@example.com' }, { name: 'New' })
  assert.equal(merged.name, 'New')
  assert.equal(merged.email, 'old@example.com')
})

test('an empty detail is a detail: it replaces', () => {
  assert.equal(merge({ name: 'Old' }, { name: '' }).name, '')
})

test('fields are merged key by key', () => {
  const { fields } = merge({ fields: { a: '1', b: '2' } }, { fields: { b: '3', c: '4' } })
  assert.deepEqual(fields, { a: '1', b: '3', c: '4' })
})

test('fields are bounded after the merge, not before', () => {
  const before = { fields: { a: '1', b: '2' } }
  assert.deepEqual(merge(before, { fields: { a: '3', c: '4' } }).fields, { a: '3', b: '2', c: '4' })
  const fourth = () => merge(before, { fields: { c: '3', d: '4' } })
  assert.throws(fourth, refusal('validation', /payload.fields would have more than 3 keys/))
})

test('field keys are bounded in characters', () => {
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

test('one detail that is not empty is enough, none or empty ones are not', () => {
  assert.equal(hasDetails(customer({ name: 'Ann' })), true)
  assert.equal(hasDetails(customer({ email: 'a@example.com' })), true)
  assert.equal(hasDetails(customer({ fields: { a: '', b: '1' } })), true)
  assert.equal(hasDetails(customer()), false)
  assert.equal(hasDetails(customer({ name: '', email: '', fields: { a: '' } })), false)
})

test('what was told of a visit is a detail too, what the connection tells is none', () => {
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

test('details are bounded in all, in bytes of UTF-8', () => {
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

test('of the pages of a visit the last one is a detail', () => {
  let visited = customer()
  for (const page of ['a', 'b', 'c', 'd']) {
    const details = { monitoring: { page: { url: page.repeat(400) } } }
    visited = afterArrival(visited, { details, origin: nowhere, at: now }, bounds, 'payload')
  }
  assert.equal(visited.visitor?.currentVisit?.pages.length, 4)
})

test('details that are too large since before the bound may stay or shrink, not grow', () => {
  const before = { name: 'x'.repeat(2_000), email: 'e' }
  assert.equal(arrive(before, { email: 'f' }).email, 'f')
  assert.equal(arrive(before, { name: 'x'.repeat(1_500) }).name?.length, 1_500)
  assert.throws(() => arrive(before, { email: 'ef' }), isTooLarge)
})

test('details that are known already make no other customer', () => {
  const before = customer({ name: 'Kim', email: 'kim@example.com', fields: { a: '1', b: '2' } })
  const after = (details: CustomerDetails) =>
    afterArrival(before, { details, origin: nowhere, at: now }, bounds, 'payload')
  assert.equal(after({}), before)
  assert.equal(after({ name: 'Kim', email: 'kim@example.com', fields: { b: '2' } }), before)
  for (const details of [{ name: 'Robin' }, { email: '' }, { fields: { b: '3' } }, { fields: { c: '1' } }]) {
    assert.notDeepEqual(after(details), before)
  }
})
