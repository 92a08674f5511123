import assert from 'node:assert/strict'
import { test } from 'node:test'
import { now } from '../../test/domain-values.js'
import type { Visitor } from '../model/customer.js'
import { jsonBytes } from './json-bytes.js'
import { type ClientOrigin, currentPage, goesOn, recordVisit } from './visits.js'

const limits = { visitPageCount: 20, visitPagesBytes: 8_192 }
const nowhere: ClientOrigin = { ip: null, userAgent: null }
const minute = 60_000
const visit = (before: Visitor | null, url: string | undefined, at: number): Visitor => {
  const details = url === undefined ? {} : { monitoring: { page: { url } } }
  const visitor = recordVisit(before, { details, origin: nowhere, at }, limits)
  assert.ok(visitor !== null)
  return visitor
}

test('nothing is recorded while nothing is known about a customer', () => {
  assert.equal(recordVisit(null, { details: {}, origin: nowhere, at: now }, limits), null)
  const details = { name: 'Ann', monitoring: {} }
  assert.equal(recordVisit(null, { details, origin: nowhere, at: now }, limits), null)
})

test('a visit begins with the first page', () => {
  const monitoring = { page: { url: '/a', title: 'A' }, timezone: 'Europe/Rome' }
  const origin = { ip: '192.0.2.1', userAgent: 'Browser' }
  const visitor = recordVisit(
    null,
    { details: { monitoring }, origin, at: now, referrer: 'https://search' },
    limits,
  )
  assert.deepEqual(visitor, {
    currentVisit: { startedAt: now, lastPageAt: now, pages: [{ startedAt: now, url: '/a', title: 'A' }] },
    visitCount: 1,
    pageViewCount: 1,
    lastVisitAt: now,
    referrer: 'https://search',
    timezone: 'Europe/Rome',
    ip: '192.0.2.1',
    geolocation: null,
    userAgent: 'Browser',
  })
})

test('another page is appended to the visit, the same page only prolongs it', () => {
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

test('the current page is the last one until the visit ends', () => {
  const visitor = visit(visit(null, '/a', now), '/b', now + minute)
  assert.equal(currentPage(visitor, now + 31 * minute)?.url, '/b')
  assert.equal(currentPage(visitor, now + 31 * minute + 1), undefined)
  assert.equal(currentPage(null, now), undefined)
  assert.equal(currentPage({ ...visitor, currentVisit: null }, now), undefined)
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

test('details without a page do not change the visit', () => {
  const before = visit(null, '/a', now)
  assert.deepEqual(visit(before, undefined, now + 60 * minute), before)
})

test('details that an arrival does not contain stay known', () => {
  const before = {
    ...visit(null, '/a', now),
    ip: '192.0.2.1',
    referrer: 'https://search',
    timezone: 'Asia/Tokyo',
  }
  const details = { monitoring: { page: { url: '/b' } } }
  const after = recordVisit(before, { details, origin: { ip: null, userAgent: 'New' }, at: now }, limits)
  assert.equal(after?.ip, '192.0.2.1')
  assert.equal(after?.referrer, 'https://search')
  assert.equal(after?.timezone, 'Asia/Tokyo')
  assert.equal(after?.userAgent, 'New')
})

test('a visit keeps its last twenty pages and counts them all', () => {
  let visitor = visit(null, '/0', now)
  for (let page = 1; page <= 120; page += 1) visitor = visit(visitor, `/${page}`, now + page)
  assert.equal(visitor.currentVisit?.pages.length, 20)
  assert.equal(visitor.currentVisit?.pages.at(0)?.url, '/101')
  assert.equal(visitor.currentVisit?.pages.at(-1)?.url, '/120')
  assert.equal(visitor.pageViewCount, 121)
})

test('a visit keeps as many long pages as fit, and always the last one', () => {
  let visitor = visit(null, '/', now)
  for (let page = 0; page < 5; page += 1) visitor = visit(visitor, `/${page}${'語'.repeat(1_000)}`, now)
  const { pages = [] } = visitor.currentVisit ?? {}
  assert.deepEqual(
    pages.map(({ url }) => url.slice(0, 2)),
    ['/3', '/4'],
  )
  assert.ok(jsonBytes(pages) <= limits.visitPagesBytes)
  const { pages: [only, ...others] = [] } = visit(visitor, '語'.repeat(4_000), now).currentVisit ?? {}
  assert.equal(only?.url.length, 4_000)
  assert.deepEqual(others, [])
})

test('a long address or user agent is cut between characters', () => {
  const origin = { ip: '1'.repeat(100), userAgent: '😀'.repeat(600) }
  const visitor = recordVisit(null, { details: {}, origin, at: now }, limits)
  assert.equal(visitor?.ip, '1'.repeat(64))
  assert.equal(visitor?.userAgent, '😀'.repeat(512))
})

test('an arrival without news returns the same object', () => {
  const origin = { ip: '192.0.2.1', userAgent: 'Browser' }
  const details = { monitoring: { timezone: 'UTC' } }
  const arrival = { details, origin, at: now, referrer: 'https://search.example/' }
  const before = recordVisit(null, arrival, limits)
  const later = { ...arrival, at: now + 1 }
  for (const same of [later, { ...later, details: {}, origin: { ip: null, userAgent: null } }]) {
    assert.equal(recordVisit(before, same, limits), before)
  }
  for (const other of [
    { ...later, origin: { ...origin, ip: '192.0.2.2' } },
    { ...later, origin: { ...origin, userAgent: 'Another' } },
    { ...later, details: { monitoring: { timezone: 'Europe/Warsaw' } } },
    { ...later, details: { monitoring: { page: { url: '/' } } } },
    { ...later, referrer: 'https://other.example/' },
  ]) {
    assert.notDeepEqual(recordVisit(before, other, limits), before)
  }
})

test('a title that arrives later is added to the page', () => {
  const told = (before: Visitor | null, title: string | undefined) => {
    const page = title === undefined ? { url: '/a' } : { url: '/a', title }
    return recordVisit(before, { details: { monitoring: { page } }, origin: nowhere, at: now }, limits)
  }
  const titled = told(told(null, undefined), 'A')
  assert.deepEqual(titled?.currentVisit?.pages, [{ startedAt: now, url: '/a', title: 'A' }])
  assert.deepEqual(told(titled, undefined)?.currentVisit?.pages.at(-1)?.title, 'A')
  assert.deepEqual(told(titled, 'Another')?.currentVisit?.pages.at(-1)?.title, 'Another')
  assert.equal(told(titled, 'Another')?.pageViewCount, 1)
})

test('a visit continues until thirty minutes after its last page', () => {
  const visit = { lastPageAt: now }
  assert.equal(goesOn(visit, now), true)
  assert.equal(goesOn(visit, now + 30 * minute), true)
  assert.equal(goesOn(visit, now + 30 * minute + 1), false)
})

test('the geolocation is kept until the address changes', () => {
  const rome = { city: 'Rome' }
  const [home, away] = [
    { ip: '192.0.2.1', userAgent: null },
    { ip: '192.0.2.2', userAgent: null },
  ]
  const located = recordVisit(null, { details: {}, origin: home, at: now, geolocation: rome }, limits)
  assert.deepEqual(located?.geolocation, rome)
  for (const geolocation of [null, { ...rome }]) {
    assert.equal(recordVisit(located, { details: {}, origin: home, at: now, geolocation }, limits), located)
  }
  assert.equal(recordVisit(located, { details: {}, origin: nowhere, at: now }, limits), located)
  const moved = recordVisit(located, { details: {}, origin: away, at: now }, limits)
  assert.deepEqual([moved?.ip, moved?.geolocation], ['192.0.2.2', null])
  const milan = { city: 'Milan' }
  const found = recordVisit(moved, { details: {}, origin: away, at: now, geolocation: milan }, limits)
  assert.deepEqual(found?.geolocation, milan)
})
