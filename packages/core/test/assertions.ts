import assert from 'node:assert/strict'
import { type ErrorType, ParleyError } from '../src/errors.js'

/** For `assert.throws` and `assert.rejects`: a `ParleyError` of that type whose message says that. */
export function refusal(type: ErrorType, message: RegExp = /./): (cause: unknown) => boolean {
  return (cause) => {
    assert.ok(cause instanceof ParleyError, `a ParleyError, not ${String(cause)}`)
    assert.equal(cause.type, type)
    assert.match(cause.message, message)
    return true
  }
}
