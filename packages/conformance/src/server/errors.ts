import { isObject, Some } from './json.js'

/** The table of errors (spec chat.md "Errors"): type, HTTP status, and beginning of the message. */
const table = {
  validation: [400, 'Wrong format of request'],
  unsupported_version: [400, 'Unsupported version'],
  authentication: [401, 'Authentication error'],
  license_expired: [402, 'License expired'],
  authorization: [403, 'Authorization error'],
  customer_banned: [403, 'Customer is banned'],
  license_not_found: [404, 'License not found'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  entity_too_large: [413, 'Entity too large'],
  too_many_requests: [429, 'Too many requests'],
} as const

export type ErrorType = keyof typeof table

export function getStatus(type: ErrorType): number {
  return table[type][0]
}

/**
 * Stands for the `data` of a `validation` error: the path of the field, the broken rule, and the limit when there is
 * one.
 */
const someValidationData = new Some('{ path, rule, limit? }', (value) => {
  if (!isObject(value)) return false
  const { path, rule, limit = 0, ...others } = value
  const isNamed =
    typeof path === 'string' && path !== '' && typeof rule === 'string' && /^[a-z]+(_[a-z]+)*$/.test(rule)
  return isNamed && Number.isInteger(limit) && Object.keys(others).length === 0
})

/** Returns the expected error of a type. Its message may continue after the default text. */
export function expectedError(type: ErrorType): object {
  const message = table[type][1]
  const begins = new Some(`a message that begins with ${message}`, (value) => {
    return typeof value === 'string' && (value === message || value.startsWith(`${message}: `))
  })
  return type === 'validation'
    ? { type, message: begins, data: someValidationData }
    : { type, message: begins }
}
