import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOfType } from '../../test/assertions.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { OAuthError, ParleyError } from '../errors.js'
import type { LogFields, Logger } from '../ports/logger.js'
import { FailureLog } from './failure-log.js'

const failed = 'A request failed'
const unavailable = new ParleyError('service_unavailable')

function givenLog(linesPerPeriod = 3) {
  const clock = new VirtualClock(0)
  const lines: LogFields[] = []
  const error = (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields })
  let idCount = 0
  const newId = () => `id-${++idCount}`
  const failures = new FailureLog({ clock, logger: scripted<Logger>({ error }), newId, linesPerPeriod })
  const fail = (count: number, cause = unavailable) =>
    Array.from({ length: count }, () => failures.request(failed, cause, {}))
  return { clock, lines, failures, fail }
}

function countLine(leftOutCount: number, requestId: string, type = 'service_unavailable') {
  return { message: failed, type, requestId, leftOutCount }
}

test('a failure is logged with its fields and the request id of the response', () => {
  const { failures, lines } = givenLog()
  const cause = new Error('why')
  assert.equal(failures.request(failed, new ParleyError('internal', { cause }), { path: '/x' }), 'id-1')
  assert.equal(failures.request(failed, new OAuthError('server_error', '', { cause }), {}), 'id-2')
  failures.write('Something else failed', 'kind', { path: '/y' })
  assert.deepEqual(lines, [
    { message: failed, requestId: 'id-1', type: 'internal', path: '/x', cause },
    { message: failed, requestId: 'id-2', type: 'server_error', cause },
    { message: 'Something else failed', type: 'kind', path: '/y' },
  ])
})

test('errors of the caller are not logged', () => {
  const { failures, lines, clock } = givenLog()
  for (const error of [errorOfType('validation'), new ParleyError('too_many_requests')])
    assert.equal(failures.request(failed, error, {}), undefined)
  assert.equal(failures.request(failed, new OAuthError('invalid_grant', ''), {}), undefined)
  clock.advance(60_000)
  assert.deepEqual(lines, [])
})

test('the first failures of a kind are logged, and the rest is counted after ten seconds with the last id', () => {
  const { clock, lines, fail } = givenLog()
  assert.deepEqual(fail(1_000).slice(0, 5), ['id-1', 'id-2', 'id-3', 'id-3', 'id-3'])
  clock.advance(9_999)
  fail(1_000)
  assert.equal(lines.length, 3)
  clock.advance(1)
  assert.deepEqual(lines.slice(3), [countLine(1_997, 'id-3')])
  clock.advance(60_000)
  assert.equal(lines.length, 4)
})

test('the next failure starts a new period', () => {
  const { clock, lines, fail } = givenLog()
  fail(4)
  clock.advance(10_000)
  assert.deepEqual(fail(4), ['id-4', 'id-5', 'id-6', 'id-6'])
  clock.advance(10_000)
  assert.deepEqual([lines.length, lines[3], lines[7]], [8, countLine(1, 'id-3'), countLine(1, 'id-6')])
})

test('many failures of one kind do not hide those of another', () => {
  const { clock, lines, failures, fail } = givenLog(1)
  fail(1_000)
  fail(2, new ParleyError('internal'))
  failures.write('Something else failed', 'service_unavailable', {})
  clock.advance(10_000)
  const [, internal, other, ...counts] = lines
  assert.deepEqual([internal?.type, other?.message], ['internal', 'Something else failed'])
  assert.deepEqual(counts, [countLine(999, 'id-1'), countLine(1, 'id-2', 'internal')])
})

test('many internal errors in one place do not hide those in another', () => {
  const { clock, lines, failures } = givenLog(1)
  const faults = [new ParleyError('internal'), new OAuthError('server_error', '')]
  for (const fault of faults) {
    for (const place of [{ path: '/a' }, { path: '/a' }, { path: '/b' }, { action: 'c' }, { action: 'c' }])
      assert.notEqual(failures.request(failed, fault, place), undefined)
  }
  const placesOf = (of: readonly LogFields[]) => of.map(({ path, action }) => path ?? action)
  assert.deepEqual(placesOf(lines), ['/a', '/b', 'c', '/a', '/b', 'c'])
  clock.advance(10_000)
  assert.deepEqual(lines.slice(6), [
    { message: failed, type: 'internal', path: '/a', requestId: 'id-1', leftOutCount: 1 },
    { message: failed, type: 'internal', action: 'c', requestId: 'id-3', leftOutCount: 1 },
    { message: failed, type: 'server_error', path: '/a', requestId: 'id-4', leftOutCount: 1 },
    { message: failed, type: 'server_error', action: 'c', requestId: 'id-6', leftOutCount: 1 },
  ])
})

test('unavailable errors count as one kind, regardless of the place', () => {
  const { clock, lines, failures } = givenLog(1)
  for (const path of ['/a', '/b', '/c']) failures.request(failed, unavailable, { path })
  clock.advance(10_000)
  assert.deepEqual([lines.length, lines[1]], [2, countLine(2, 'id-1')])
})

test('the number of logged places is limited, and each response has the id of a logged line', () => {
  const { clock, lines, failures } = givenLog(2)
  const fault = new ParleyError('internal')
  const places = Array.from({ length: 10_000 }, (_, index) => ({ path: `/${index}` }))
  const ids = places.map((place) => failures.request(failed, fault, place))
  assert.equal(lines.length, 102)
  const written = new Set(lines.map(({ requestId }) => requestId))
  assert.deepEqual(
    ids.filter((id) => !written.has(id)),
    [],
  )
  assert.equal(failures.request(failed, fault, { path: '/0' }), 'id-103')
  clock.advance(10_000)
  assert.deepEqual(lines.slice(103), [countLine(9_898, 'id-102', 'internal')])
})

test('failures outside of requests are counted without an id', () => {
  const { clock, lines, failures } = givenLog(1)
  for (let count = 0; count < 3; count += 1) failures.write('Something else failed', 'kind', { path: '/y' })
  clock.advance(10_000)
  assert.deepEqual(lines.slice(1), [{ message: 'Something else failed', type: 'kind', leftOutCount: 2 }])
})

test('closing logs the counts and leaves no timer', () => {
  const { clock, lines, failures, fail } = givenLog()
  fail(5)
  failures.close()
  assert.deepEqual(lines.slice(3), [countLine(2, 'id-3')])
  assert.deepEqual(fail(5), ['id-4', 'id-5', 'id-6', 'id-6', 'id-6'])
  clock.advance(60_000)
  assert.equal(lines.length, 7)
})

test('failures of external systems are warnings, summed up per system', () => {
  const clock = new VirtualClock(0)
  const lines: LogFields[] = []
  const warn = (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields })
  const logger = scripted<Logger>({ warn })
  const failures = new FailureLog({ clock, logger, newId: () => 'id', linesPerPeriod: 3 })
  const fail = (destination: string, reason: string) => {
    failures.warn('A webhook could not be delivered', 'webhook', { destination }, { reason })
  }
  for (const reason of ['status 500', 'status 502', 'status 503']) fail('https://a.example', reason)
  fail('https://b.example', 'timeout')
  clock.advance(10_000)
  const line = { message: 'A webhook could not be delivered', type: 'webhook' }
  assert.deepEqual(lines, [
    { ...line, destination: 'https://a.example', reason: 'status 500' },
    { ...line, destination: 'https://b.example', reason: 'timeout' },
    { ...line, destination: 'https://a.example', leftOutCount: 2 },
  ])
})
