import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toParleyError } from './dispatch/failures.js'
import { type ErrorType, errorTable, invalid, invalidField, ParleyError } from './errors.js'
import { StorageError } from './storage-error.js'

/** Spec chat.md "Errors" and decisions §2. */
const specified: Readonly<Record<ErrorType, readonly [number, string]>> = {
  validation: [400, 'Wrong format of request'],
  unsupported_version: [400, 'Unsupported version'],
  authentication: [401, 'Authentication error'],
  license_expired: [402, 'License expired'],
  authorization: [403, 'Authorization error'],
  customer_banned: [403, 'Customer is banned'],
  license_not_found: [404, 'License not found'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'Request timeouted'],
  entity_too_large: [413, 'Entity too large'],
  too_many_requests: [429, 'Too many requests'],
  internal: [500, 'Internal server error'],
  service_unavailable: [503, 'Service unavailable'],
}

test('the table holds what the specification and the decisions name', () => {
  const table = Object.entries(errorTable).map(([type, { status, message }]) => [type, [status, message]])
  assert.deepEqual(Object.fromEntries(table), specified)
})

test('only failures that pass by themselves are worth a retry', () => {
  const retryable = Object.entries(errorTable).filter(([, { isRetryable }]) => isRetryable)
  assert.deepEqual(
    retryable.map(([type]) => type),
    ['request_timeout', 'too_many_requests', 'service_unavailable'],
  )
})

test('a detail follows the default message', () => {
  const message = 'Authorization error: no scope covers it'
  const error = new ParleyError('authorization', { detail: 'no scope covers it' })
  assert.deepEqual(error.toWire(), { type: 'authorization', message })
  assert.deepEqual(new ParleyError('internal').toWire(), {
    type: 'internal',
    message: 'Internal server error',
  })
})

test('a validation error names the field, the rule and the bound', () => {
  const data = { path: 'payload.name', rule: 'too_long', limit: 3 } as const
  const wire = {
    type: 'validation',
    message: 'Wrong format of request: payload.name must have at most 3 characters',
    data,
  }
  assert.deepEqual(invalid(data, 'payload.name must have at most 3 characters').toWire(), wire)
  assert.deepEqual(invalidField(data, 'must have at most 3 characters').toWire(), wire)
  assert.ok(invalid(data, 'x') instanceof ParleyError)
})

test('the cause of an error stays off the wire', () => {
  const data = { region: 'eu' }
  const error = new ParleyError('authorization', { data, cause: new Error('secret') })
  const wire = { type: 'authorization', message: 'Authorization error', data }
  assert.deepEqual(JSON.parse(JSON.stringify(error.toWire())), wire)
  assert.ok(error.cause instanceof Error)
  const refused = invalid({ path: 'request', rule: 'malformed' }, 'broken', new Error('secret'))
  assert.doesNotMatch(JSON.stringify(refused.toWire()), /secret/)
  assert.ok(refused.cause instanceof Error)
})

test('a fault of the caller is shown as it is', () => {
  const error = invalid({ path: 'payload', rule: 'required' }, 'payload is wrong')
  assert.equal(toParleyError(error), error)
})

for (const [code, type] of [
  ['cancelled', 'request_timeout'],
  ['unavailable', 'service_unavailable'],
  ['closed', 'service_unavailable'],
] as const) {
  test(`a storage that says ${code} is shown as ${type}`, () => {
    const error = toParleyError(new StorageError(code, 'at db.internal:5432'))
    assert.equal(error.type, type)
    assert.doesNotMatch(JSON.stringify(error.toWire()), /db\.internal/)
  })
}

for (const cause of [new Error('select secret'), new TypeError('secret'), 'secret', undefined]) {
  test(`${cause instanceof Error ? cause.name : typeof cause} thrown by the engine is internal, without detail`, () => {
    const error = toParleyError(cause)
    assert.deepEqual(error.toWire(), { type: 'internal', message: 'Internal server error' })
    assert.equal(error.cause, cause)
  })
}
