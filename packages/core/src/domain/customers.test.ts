import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { customer, now } from '../../test/domain-values.js'
import type { Visitor } from '../ports/stores/customers.js'
import { type CustomerDetails, hasDetails, mergeDetails, recordVisit } from './customers.js'

const limits = { customerFieldCount: 3, customerFieldKeyLength: 4 }
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
      customer({ visitor: recordVisit(null, { ...(monitoring && { monitoring }) }, origin, now, referrer) }),
    )
  assert.equal(hasTold({ page: { url: 'https://shop.example/' } }), true)
  assert.equal(hasTold({ timezone: 'Europe/Warsaw' }), true)
  assert.equal(hasTold(undefined, 'https://search.example/'), true)
  for (const monitoring of [undefined, {}, { timezone: '' }]) assert.equal(hasTold(monitoring), false)
})

const nowhere = { ip: null, userAgent: null }
const minute = 60_000
const visit = (before: Visitor | null, url: string | undefined, at: number): Visitor => {
  const details = url === undefined ? {} : { monitoring: { page: { url } } }
  const visitor = recordVisit(before, details, nowhere, at)
  assert.ok(visitor !== null)
  return visitor
}

test('nothing is recorded of a customer of whom nothing is known', () => {
  assert.equal(recordVisit(null, {}, nowhere, now), null)
  assert.equal(recordVisit(null, { name: 'Ann', monitoring: {} }, nowhere, now), null)
})

test('a visit begins with the first page', () => {
  const monitoring = { page: { url: '/a', title: 'A' }, timezone: 'Europe/Rome' }
  const origin = { ip: '192.0.2.1', userAgent: 'Browser' }
  const visitor = recordVisit(null, { monitoring }, origin, now, 'https://search')
  assert.deepEqual(visitor, {
    currentVisit: { startedAt: now, lastPageAt: now, pages: [{ startedAt: now, url: '/a', title: 'A' }] },
    visitCount: 1,
    pageViewCount: 1,
    lastVisitAt: now,
    referrer: 'https://search',
    timezone: 'Europe/Rome',
    ip: '192.0.2.1',
    userAgent: 'Browser',
  })
})

test('another page within the visit is appended, the same page only prolongs it', () => {
  const first = visit(null, '/a', now)
  const second = visit(visit(first, '/a', now + minute), '/b', now + 2 * minute)
  assert.deepEqual(second.currentVisit, {
    startedAt: now,
    lastPageAt: now + 2 * minute,
    pages: [
      { startedAt: now, url: '/a', title: null },
      { startedAt: now + 2 * minute, url: '/b', title: null },
    ],
  })
  assert.equal(second.pageViewCount, 2)
  assert.equal(second.visitCount, 1)
})

test('a visit ends thirty minutes after its last page', () => {
  const first = visit(null, '/a', now)
  const prolonged = visit(first, '/a', now + 30 * minute)
  assert.equal(prolonged.visitCount, 1)
  const another = visit(prolonged, '/a', now + 60 * minute + 1)
  assert.equal(another.visitCount, 2)
  assert.equal(another.pageViewCount, 2)
  assert.equal(another.lastVisitAt, now + 60 * minute + 1)
  assert.equal(another.currentVisit?.pages.length, 1)
})

test('what does not name a page leaves the visit alone', () => {
  const before = visit(null, '/a', now)
  assert.deepEqual(visit(before, undefined, now + 60 * minute), before)
})

test('what is not told this time stays known', () => {
  const before = {
    ...visit(null, '/a', now),
    ip: '192.0.2.1',
    referrer: 'https://search',
    timezone: 'Asia/Tokyo',
  }
  const after = recordVisit(
    before,
    { monitoring: { page: { url: '/b' } } },
    { ip: null, userAgent: 'New' },
    now,
  )
  assert.equal(after?.ip, '192.0.2.1')
  assert.equal(after?.referrer, 'https://search')
  assert.equal(after?.timezone, 'Asia/Tokyo')
  assert.equal(after?.userAgent, 'New')
})

test('a visit keeps its last hundred pages and counts them all', () => {
  let visitor = visit(null, '/0', now)
  for (let page = 1; page <= 120; page += 1) visitor = visit(visitor, `/${page}`, now + page)
  assert.equal(visitor.currentVisit?.pages.length, 100)
  assert.equal(visitor.currentVisit?.pages.at(0)?.url, '/21')
  assert.equal(visitor.currentVisit?.pages.at(-1)?.url, '/120')
  assert.equal(visitor.pageViewCount, 121)
})
