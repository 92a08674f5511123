import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOfType } from '../../../test/assertions.js'
import { type ErrorType, errorTable, ParleyError } from '../../errors.js'
import { corsHeaders, failure, json, preflight } from './responses.js'

test('the body of a success is the payload', () => {
  const response = json(200, { thread_id: 'thread' })
  assert.equal(response.status, 200)
  assert.equal(response.body, '{"thread_id":"thread"}')
  assert.equal(response.headers['Content-Type'], 'application/json; charset=utf-8')
  assert.equal(response.headers['Cache-Control'], 'no-store')
  assert.equal(response.headers['X-Content-Type-Options'], 'nosniff')
})

test('a missing payload becomes an empty object', () => {
  assert.equal(json(200, undefined).body, '{}')
  assert.equal(json(200, null).body, '{}')
})

const types = Object.keys(errorTable) as ErrorType[]

for (const type of types) {
  test(`${type} has the status and the message of the error table`, () => {
    const error = errorOfType(type)
    const { status, headers, body } = failure(error)
    assert.equal(status, errorTable[type].status)
    assert.deepEqual(JSON.parse(body), { error: error.toWire() })
    assert.equal(error.message, errorTable[type].message)
    assert.equal('WWW-Authenticate' in headers, type === 'authentication')
    assert.equal('Allow' in headers, type === 'method_not_allowed')
    assert.equal('Retry-After' in headers, errorTable[type].status === 429 || errorTable[type].status === 503)
    assert.equal('Connection' in headers, type === 'entity_too_large' || type === 'request_timeout')
  })
}

test('a failure contains the details of its error', () => {
  const slow = failure(new ParleyError('too_many_requests', { retryAfterSeconds: 30 }))
  assert.equal(slow.headers['Retry-After'], '30')
  const method = failure(new ParleyError('method_not_allowed', { data: { allow: 'POST' } }))
  assert.equal(method.headers.Allow, 'POST, OPTIONS')
  assert.equal(failure(new ParleyError('internal'), 'id').headers['X-Request-Id'], 'id')
  assert.equal('X-Request-Id' in failure(new ParleyError('internal')).headers, false)
})

test('a failure does not contain its cause', () => {
  const { body, headers } = failure(new ParleyError('internal', { cause: new Error('select secret') }))
  assert.doesNotMatch(body + JSON.stringify(headers), /secret/)
})

test('a preflight allows the methods of the endpoint', () => {
  const { status, headers, body } = preflight('POST', {})
  assert.equal(status, 204)
  assert.equal(body, '')
  assert.equal(headers['Access-Control-Allow-Methods'], 'POST')
  assert.match(headers['Access-Control-Allow-Headers'] ?? '', /Authorization, Content-Type, Idempotency-Key/)
  assert.equal('Access-Control-Allow-Credentials' in headers, false)
})

/** Returns the headers that a preflight allows in addition to those that Parley reads. */
const allowedBeyond = (asked: string) => {
  const { headers } = preflight('POST', { 'access-control-request-headers': asked })
  return headers['Access-Control-Allow-Headers']?.split(', ').slice(3)
}

test('a preflight allows every requested header once', () => {
  assert.deepEqual(allowedBeyond('baggage, sentry-trace'), ['baggage', 'sentry-trace'])
  assert.deepEqual(allowedBeyond('x-requested-with'), ['x-requested-with'])
  assert.deepEqual(allowedBeyond('authorization,Content-Type,traceparent,TraceParent'), ['traceparent'])
  assert.deepEqual(allowedBeyond(''), [])
})

test('a preflight ignores invalid and excess header names', () => {
  assert.deepEqual(allowedBeyond('*, a b, x:y, é, \r\n, ok'), ['*', 'ok'])
  assert.deepEqual(allowedBeyond('x'.repeat(101)), [])
  assert.equal(allowedBeyond(Array.from({ length: 80 }, (_, at) => `x-${at}`).join())?.length, 50)
})

const listed = ['https://shop.example']
const exposed = { 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' }
const origin = 'https://shop.example'

const cors: readonly (readonly [string, string | undefined, readonly string[] | '*', object | undefined])[] =
  [
    ['any origin is allowed by default', origin, '*', { 'Access-Control-Allow-Origin': '*', ...exposed }],
    [
      'a listed origin is named',
      origin,
      listed,
      { 'Access-Control-Allow-Origin': origin, Vary: 'Origin', ...exposed },
    ],
    ['another origin is not allowed', 'https://evil.example', listed, { Vary: 'Origin' }],
    [
      'a listed origin as a part of another is not allowed',
      `${origin}.evil.example`,
      listed,
      { Vary: 'Origin' },
    ],
    ['an opaque origin is not allowed', 'null', listed, { Vary: 'Origin' }],
    ['caches are told that the origin matters', undefined, listed, { Vary: 'Origin' }],
    ['a request without an origin needs nothing', undefined, '*', undefined],
  ]

for (const [title, from, origins, headers] of cors) {
  test(title, () => assert.deepEqual(corsHeaders({ origin: from }, origins), headers))
}
