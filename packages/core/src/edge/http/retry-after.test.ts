import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOfType } from '../../../test/assertions.js'
import { type ErrorType, errorTable, OAuthError, type OAuthErrorCode, oauthErrorTable } from '../../errors.js'
import { oauthFailure } from '../authorization/oauth-responses.js'
import { failure } from './responses.js'
import { retryAfterHeader } from './retry-after.js'

test('contains the known time, and otherwise one second for every 429 and 503', () => {
  assert.deepEqual(retryAfterHeader(429, 7), { 'Retry-After': '7' })
  assert.deepEqual(retryAfterHeader(200, 7), { 'Retry-After': '7' })
  assert.deepEqual(
    [429, 503].map((status) => retryAfterHeader(status)),
    Array(2).fill({ 'Retry-After': '1' }),
  )
  for (const status of [200, 400, 401, 404, 408, 500]) assert.deepEqual(retryAfterHeader(status), {})
})

test('every 429 and 503 has a Retry-After header, and no other error does', () => {
  const types = Object.keys(errorTable) as ErrorType[]
  const codes = Object.keys(oauthErrorTable) as OAuthErrorCode[]
  const answers = [
    ...types.map((type) => failure(errorOfType(type))),
    ...codes.map((code) => oauthFailure(new OAuthError(code, 'why'))),
  ]
  for (const { status, headers } of answers) {
    assert.equal('Retry-After' in headers, status === 429 || status === 503, `${status}`)
  }
})
