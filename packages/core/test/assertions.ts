import assert from 'node:assert/strict'
import { type ErrorType, ParleyError } from '../src/errors.js'
import { type ValidationData, validationRules } from '../src/validation-rules.js'

/** Returns an error of that type with its default message. */
export function errorOfType(type: ErrorType): ParleyError {
  if (type !== 'validation') return new ParleyError(type)
  return new ParleyError(type, { data: { path: 'request', rule: 'malformed' } })
}

/**
 * Returns a check for `assert.throws` and `assert.rejects`: the error is a `ParleyError` of that type whose message
 * matches, and its data is `data` where that is given. A `validation` error names a field and a rule in any case.
 */
export function refusal(
  type: ErrorType,
  message: RegExp = /./,
  data?: ValidationData,
): (cause: unknown) => boolean {
  return (cause) => {
    assert.ok(cause instanceof ParleyError, `a ParleyError, not ${String(cause)}`)
    assert.equal(cause.type, type)
    assert.match(cause.message, message)
    if (type === 'validation') assertValidationData(cause.data)
    if (data !== undefined) assert.deepEqual(cause.data, data)
    return true
  }
}

function assertValidationData(data: ParleyError['data']): void {
  assert.ok(typeof data?.path === 'string' && data.path !== '', 'data.path names a field')
  assert.ok(
    typeof data.rule === 'string' && data.rule in validationRules,
    `data.rule is a rule: ${data.rule}`,
  )
  if ('limit' in data) assert.ok(Number.isSafeInteger(data.limit), `data.limit is a number: ${data.limit}`)
}
