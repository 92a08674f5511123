import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { VirtualClock } from '../clock/virtual-clock.js'
import { FailureLog } from '../logging/failure-log.js'
import type { Visitor } from '../model/customer.js'
import type { Geolocation } from '../model/geolocation.js'
import type { FixedOverrides } from '../options/fixed-values.js'
import type { ParleyOptions } from '../options/options.js'
import type { Geolocate } from '../ports/geolocate.js'
import { resolveSettings } from '../settings.js'
import { createGeolocator } from './create-geolocator.js'

interface Asked {
  readonly ip: string
  readonly signal: AbortSignal
  readonly answer: (answer: unknown) => void
  readonly fail: (cause: Error) => void
}

const rome: Geolocation = { country: 'Italy', countryCode: 'IT', city: 'Rome' }

type Options = Partial<Omit<ParleyOptions, 'storage'>>

function withHook(geolocate: Geolocate | undefined, options: Options = {}, fixed: FixedOverrides = {}) {
  const clock = new VirtualClock(1_000)
  const logged: unknown[] = []
  const ignore = () => undefined
  const error = (message: string, fields: unknown) => logged.push(Object.assign({ message }, fields))
  const logger = { debug: ignore, info: ignore, warn: ignore, error }
  const failures = new FailureLog({ clock, logger, newId: () => 'id', linesPerPeriod: 10 })
  const geolocator = createGeolocator(geolocate, {
    clock,
    failures,
    settings: resolveSettings(options, fixed),
  })
  return { clock, logged, geolocator }
}

/** A geolocate hook that returns when the test says so. */
function given(options: Options = {}, fixed: FixedOverrides = {}) {
  const asked: Asked[] = []
  const geolocate: Geolocate = (ip, { signal }) =>
    new Promise((resolve, fail) => {
      // The result of a host is not checked by a compiler.
      const answer = (value: unknown) => Reflect.apply(resolve, undefined, [value])
      asked.push({ ip, signal, answer, fail })
    })
  const { clock, logged, geolocator } = withHook(geolocate, options, fixed)
  const first = () => {
    const [one] = asked.splice(0, 1)
    assert.ok(one, 'nothing was asked')
    return one
  }
  return { clock, asked, logged, geolocator, first }
}

function at(ip: string, geolocation: Geolocation | null): Visitor {
  const nothing = { currentVisit: null, lastVisitAt: null, referrer: null, timezone: null, userAgent: null }
  return { ...nothing, visitCount: 0, pageViewCount: 0, ip, geolocation }
}

test('locate returns the location from the hook, for any address', async () => {
  const { geolocator, first } = given()
  for (const ip of ['192.0.2.1', '127.0.0.1', '10.0.0.1', '::1', 'fe80::1%eth0']) {
    const located = geolocator.locate(ip)
    await nextTurn()
    const { ip: given, answer } = first()
    assert.equal(given, ip)
    answer(rome)
    assert.deepEqual(await located, rome)
  }
})

test("locate does not call the hook without an address, or when the visitor's location is known", async () => {
  const { geolocator, asked } = given()
  assert.equal(await geolocator.locate(null), null)
  assert.deepEqual(await geolocator.locate('192.0.2.1', at('192.0.2.1', rome)), rome)
  await nextTurn()
  assert.deepEqual(asked, [])
})

for (const visitor of [null, at('192.0.2.9', rome), at('192.0.2.1', null)]) {
  test(`locate calls the hook for a new address after ${JSON.stringify(visitor?.ip)}`, async () => {
    const { geolocator, first } = given()
    const located = geolocator.locate('192.0.2.1', visitor)
    await nextTurn()
    first().answer(rome)
    assert.deepEqual(await located, rome)
  })
}

test('concurrent lookups of one address share one call of the hook', async () => {
  const { geolocator, asked, first } = given()
  const all = [geolocator.locate('192.0.2.1'), geolocator.locate('192.0.2.1')]
  await nextTurn()
  assert.equal(asked.length, 1)
  first().answer(rome)
  assert.deepEqual(await Promise.all(all), [rome, rome])
})

test('a result is cached for the configured time, even when nothing is known', async () => {
  const { geolocator, clock, asked, first } = given({}, { caches: { geolocationMs: 60_000 } })
  for (const answer of [rome, undefined]) {
    const located = geolocator.locate('192.0.2.1')
    await nextTurn()
    first().answer(answer)
    await located
    clock.advance(59_999)
    assert.deepEqual(await geolocator.locate('192.0.2.1'), answer ?? null)
    await nextTurn()
    assert.deepEqual(asked, [])
    clock.advance(1)
  }
})

test('the number of cached locations is limited', async () => {
  const { geolocator, first } = given({}, { caches: { geolocationCount: 2 } })
  const askOf = async (ip: string) => {
    const located = geolocator.locate(ip)
    await nextTurn()
    first().answer({ city: ip })
    await located
  }
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await askOf(ip)
  await askOf('192.0.2.1')
})

test('a lookup ends after the timeout and aborts the hook', async () => {
  const { geolocator, clock, logged, first } = given({ timeouts: { geolocateMs: 300 } })
  const located = geolocator.locate('192.0.2.1')
  await nextTurn()
  const { signal, answer } = first()
  clock.advance(299)
  assert.equal(signal.aborted, false)
  clock.advance(1)
  assert.equal(await located, null)
  assert.equal(signal.aborted, true)
  assert.deepEqual(logged, [{ message: 'The geolocate hook did not respond in time', type: 'geolocate' }])
  // The next customer at this address does not wait again.
  assert.equal(await geolocator.locate('192.0.2.1'), null)
  answer(rome)
  await nextTurn()
  assert.deepEqual(await geolocator.locate('192.0.2.1'), rome)
})

test('a failed lookup is logged, and the address is not looked up again for ten seconds', async () => {
  const { geolocator, clock, logged, asked, first } = given()
  const cause = new Error('away')
  const located = geolocator.locate('192.0.2.1')
  await nextTurn()
  first().fail(cause)
  assert.equal(await located, null)
  assert.deepEqual(logged, [{ message: 'The geolocate hook failed', type: 'geolocate', cause }])
  clock.advance(9_999)
  assert.equal(await geolocator.locate('192.0.2.1'), null)
  await nextTurn()
  assert.deepEqual(asked, [])
  clock.advance(1)
  void geolocator.locate('192.0.2.1')
  await nextTurn()
  assert.equal(asked.length, 1)
})

test('a hook that throws or returns nonsense yields null', async () => {
  const { geolocator } = withHook(() => {
    throw new Error('a fault')
  })
  assert.equal(await geolocator.locate('192.0.2.1'), null)
  const { geolocator: other, first } = given()
  const located = other.locate('192.0.2.1')
  await nextTurn()
  first().answer({ city: 7, country: 'x'.repeat(1_000), secret: 'key' })
  assert.equal(await located, null)
})

test('the number of concurrent calls is limited, including those that timed out', async () => {
  const { geolocator, clock, asked, first } = given({ limits: { geolocateCallCount: 2 } })
  void geolocator.locate('192.0.2.1')
  void geolocator.locate('192.0.2.2')
  assert.equal(await geolocator.locate('192.0.2.3'), null)
  clock.advance(500)
  await nextTurn()
  assert.equal(asked.length, 2)
  assert.equal(await geolocator.locate('192.0.2.3'), null)
  first().answer(rome)
  await nextTurn()
  const located = geolocator.locate('192.0.2.3')
  await nextTurn()
  asked.at(-1)?.answer(rome)
  assert.deepEqual(await located, rome)
})

test('closing aborts the running calls of the hook', async () => {
  const { geolocator, first } = given()
  void geolocator.locate('192.0.2.1')
  await nextTurn()
  const { signal } = first()
  geolocator.close()
  assert.equal(signal.aborted, true)
})

test('locate returns null without a hook', () => {
  const { geolocator } = withHook(undefined)
  assert.equal(geolocator.locate('192.0.2.1'), null)
  geolocator.close()
})
