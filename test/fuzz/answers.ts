import assert from 'node:assert/strict'
import { validationRules } from '@parley/core/contract'
import type { HttpAnswer } from './http-peer.js'

/**
 * The errors of decisions §2 and spec chat.md "Errors", repeated here so that the test does not depend on the engine's
 * own table. Errors that a peer must not be able to cause are left out: `internal`, `service_unavailable`,
 * `request_timeout`.
 */
const documentedErrors: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  validation: { status: 400, message: 'Wrong format of request' },
  unsupported_version: { status: 400, message: 'Unsupported version' },
  authentication: { status: 401, message: 'Authentication error' },
  license_expired: { status: 402, message: 'License expired' },
  authorization: { status: 403, message: 'Authorization error' },
  customer_banned: { status: 403, message: 'Customer is banned' },
  license_not_found: { status: 404, message: 'License not found' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  entity_too_large: { status: 413, message: 'Entity too large' },
}

/**
 * Statuses that the HTTP server below the engine sends to invalid HTTP requests. Their bodies do not come from Parley.
 */
const refusalsOfTheServer = [400, 405, 413, 417, 426, 431]

type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parseObject(text: string): Json {
  const value: unknown = JSON.parse(text)
  assert.ok(isObject(value), `not an object: ${text.slice(0, 200)}`)
  return value
}

/**
 * Returns `ok`, the type of the error, or what happened to the connection. Throws when the response is not documented.
 */
export function outcomeOfHttp(answer: HttpAnswer | undefined, isHead: boolean): string {
  if (answer === undefined) return 'closed'
  const { status, headers, body } = answer
  if (status === 101) return 'upgraded'
  if (status === 204) return 'preflight'
  if (isHead) return `head:${status}`
  if (headers.get('content-type') !== 'application/json; charset=utf-8') {
    assert.ok(refusalsOfTheServer.includes(status), `unexpected answer ${status}: ${body}`)
    return `server:${status}`
  }
  const json = parseObject(body)
  if (status === 200) return 'ok'
  assert.deepEqual(Object.keys(json), ['error'])
  const type = errorTypeOf(json.error)
  assert.equal(status, documentedErrors[type]?.status, `status of ${type}`)
  checkErrorHeaders(type, headers)
  return type
}

function checkErrorHeaders(type: string, headers: ReadonlyMap<string, string>): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cache-control'), 'no-store')
  if (type === 'authentication') assert.equal(headers.get('www-authenticate'), 'Bearer')
  if (type === 'method_not_allowed') assert.match(headers.get('allow') ?? '', /POST|GET/)
}

/** Checks an error of the form `{type, message, data?}` and returns its type. */
export function errorTypeOf(error: unknown): string {
  assert.ok(isObject(error), 'the error must be an object')
  const { type, message, data } = error
  assert.ok(
    typeof type === 'string' && Object.hasOwn(documentedErrors, type),
    `undocumented error ${String(type)}`,
  )
  const expected = documentedErrors[type]?.message ?? ''
  assert.ok(
    typeof message === 'string' && message.startsWith(expected),
    `message of ${type}: ${String(message)}`,
  )
  assert.ok(message === expected || message.startsWith(`${expected}: `), message)
  assert.doesNotMatch(
    message,
    /\n\s+at |sqlite|postgres|select |insert /i,
    'the message reveals no internals',
  )
  const isKnown = Object.keys(error).every((key) => ['type', 'message', 'data'].includes(key))
  assert.ok(isKnown && (data === undefined || isObject(data)), 'an error has only type, message and data')
  if (type === 'validation') assertValidationData(data)
  return type
}

/** Checks that the data contain a field and a documented rule. */
function assertValidationData(data: Json | undefined): void {
  const { path, rule, limit = 0 } = data ?? {}
  assert.ok(typeof path === 'string' && path !== '', `path of validation: ${JSON.stringify(data)}`)
  assert.ok(
    typeof rule === 'string' && Object.hasOwn(validationRules, rule),
    `rule of validation: ${String(rule)}`,
  )
  assert.ok(Number.isInteger(limit), `limit of validation: ${String(limit)}`)
}

/** Returns the outcome of an RTM response after checking its format (decisions §2). */
export function outcomeOfResponse(
  response: Json,
  sent: { readonly requestId?: string; readonly action?: string },
): string {
  const known = ['request_id', 'action', 'type', 'success', 'payload']
  assert.ok(
    Object.keys(response).every((key) => known.includes(key)),
    `members ${Object.keys(response).join()}`,
  )
  if (sent.requestId !== undefined) assert.equal(response.request_id, sent.requestId)
  if (sent.action !== undefined) assert.equal(response.action, sent.action)
  if (response.success === true) return 'ok'
  assert.equal(response.success, false)
  assert.ok(isObject(response.payload))
  assert.deepEqual(Object.keys(response.payload), ['error'])
  return errorTypeOf(response.payload.error)
}

export function isDocumented(outcome: string): boolean {
  return outcome === 'ok' || outcome === 'preflight' || Object.hasOwn(documentedErrors, outcome)
}
