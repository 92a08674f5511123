import assert from 'node:assert/strict'
import type { ValidationData, ValidationRule } from '@parley/core/contract'

/** Data of an error that the test knows in addition to its text. */
export interface Known extends Partial<ValidationData> {
  /** The refused payload, for texts whose rule depends on a value. */
  readonly request?: unknown
}

/**
 * A pattern of texts, the rule that they stand for, and the field in case the text does not begin with it. `$1` stands
 * for a group of the pattern.
 */
type Reading = readonly [text: RegExp, rule: ValidationRule, path?: string]

/**
 * Patterns of validation texts, written independently of the engine. When no pattern matches, or the rule depends on a
 * value, the test has to give the data itself. A group of the pattern is the limit.
 */
const readings: readonly Reading[] = [
  [/^the query parameter license_id is required$/, 'required', 'license_id'],
  [/^the query parameter license_id must be one positive integer$/, 'wrong_format', 'license_id'],
  [/^the query string is longer than (\d+) bytes$/, 'too_long', 'url'],
  [/^unknown endpoint$/, 'not_found', 'url'],
  [/^this address takes (websockets|Socket\.IO)/, 'unsupported', 'url'],
  [/^expiresAt is not a date$/, 'wrong_type', 'input.expiresAt'],
  [/^unknown action "[^"]*"$/, 'not_found', 'action'],
  [/^unknown action "[^"]*" here: /, 'unsupported', 'action'],
  [/^already logged in$/, 'wrong_state', 'action'],
  [/^the agent is not logged in: /, 'wrong_state', 'payload.routing_status'],
  [/^customer details must be sent first /, 'details_required', 'payload'],
  [/^the idempotency key was used before /, 'key_reused', 'idempotency_key'],
  [/^Content-Type must be /, 'unsupported', 'Content-Type'],
  [/^this server keeps no files: /, 'unsupported', 'Content-Type'],
  [/^Content-Type: multipart\/form-data must have a boundary$/, 'malformed', 'Content-Type'],
  [/^the Content-Encoding /, 'unsupported', 'Content-Encoding'],
  [/^the (request|body) is not (valid|well-formed)/, 'malformed', 'request'],
  [/^the body is incomplete$/, 'malformed', 'request'],
  [/^the request must be a JSON object$/, 'wrong_type', 'request'],
  [/^a part of the form has no name$/, 'malformed', 'request'],
  [/^the form has more than (\d+) parts$/, 'too_many', 'request'],
  [/^the file must be the part (\S+)$/, 'required', '$1'],
  [/^(\S+) must not have the key (\S+)$/, 'reserved', '$1.$2'],
  [/^payload must not have the part (\S+)$/, 'reserved', 'payload.$1'],
  [/^(\S+) may have a domain or a range, not both$/, 'conflicts_with', '$1.range'],
  [/^payload cannot have (\w+)[^:]* beside customer: /, 'conflicts_with', 'payload.$1'],
  [/^(\S+) must name a group$/, 'empty', '$1.groups'],
  [/^payload\.pagination must not have both /, 'conflicts_with', 'payload.pagination.page'],
  [/^author_id (is for|does not apply)/, 'not_allowed'],
  [/^idempotency_key is the header/, 'not_allowed'],
  [
    /^(?:a|an) (?:license|application|customer|namespace) can have at most (\d+) /,
    'limit_reached',
    'payload',
  ],
  [/ would make .* larger than (\d+) bytes as JSON$/, 'too_large'],
  [/ would (?:make|have) more than (\d+) /, 'limit_reached'],
  [/ and the thread is full$/, 'limit_reached'],
  [/ is larger than (\d+) bytes as JSON$/, 'too_large'],
  [/ is required$/, 'required'],
  [/ cannot be set/, 'not_allowed'],
  [/ must not be empty$/, 'empty'],
  [/ is empty$/, 'empty'],
  [/ must name at least one /, 'empty'],
  [/ must have a rule$/, 'required'],
  [/ must have from, to or both$/, 'required'],
  [/ has no visible characters$/, 'empty'],
  [/ must have at least (\d+) items$/, 'too_few'],
  [/ must have at least (\d+) characters$/, 'too_short'],
  [/ must have at most (\d+) (?:items|keys)$/, 'too_many'],
  [/ must have at most (\d+) (?:characters|bytes)$/, 'too_long'],
  [/ has a key (?:that is )?longer than (\d+) (?:characters|bytes)$/, 'too_long'],
  [/ names more than (\d+) /, 'too_many'],
  [/ has more than (\d+) keys$/, 'too_many'],
  [/ is nested deeper than (\d+) levels$/, 'too_deep'],
  [/ must be at least (\d+)$/, 'too_low'],
  [/ must be one of /, 'wrong_value'],
  [/ must be 0, the only group of bots$/, 'wrong_value'],
  [/ is outside its domain$/, 'wrong_value'],
  [/ must be of type /, 'wrong_type'],
  [/ must be (a file|an? (string|integer|boolean|array|object)\b(?! from))/, 'wrong_type'],
  [/ must be (a push subscription|an address that begins|a PNG)/, 'wrong_format'],
  [/ must be text without white space$/, 'wrong_format'],
  [/ must (not contain blanks$|have \d+ to \d+ bytes as base64)/, 'wrong_format'],
  [/ is not a valid date$/, 'wrong_format'],
  [/ contains a (NUL character|lone surrogate)$/, 'wrong_format'],
  [/ has a key that contains a (NUL character|lone surrogate)$/, 'wrong_format'],
  [/ is (beyond|not a finite number)/, 'wrong_format'],
  [/ is not a JSON value$/, 'wrong_type'],
  [/ must be an address of the public internet$/, 'not_public'],
  [/ must name neither a user nor a password$/, 'not_allowed'],
  [/ (is not allowed on|is not a filter of|must be empty for|is for properties of) /, 'not_allowed'],
  [/ names a chat without an active thread$/, 'not_active'],
  [/ is not the active thread$/, 'not_active'],
  [/ (does not match any |is not a page of|is not a configured |is not one that )/, 'not_found'],
  [/ (contains a group|is there) twice$/, 'duplicate'],
  [/ is after date_to$/, 'wrong_order'],
  [/ must not be above /, 'wrong_order'],
  [/ must not be assigned when /, 'conflicts_with'],
  [/ must stay /, 'cannot_change'],
  [/ is a reserved namespace$/, 'reserved'],
]

/** Returns the data of the validation error whose text is `detail`. */
export function validationData(detail: string, { request, ...exactly }: Known = {}): ValidationData {
  const read = unknownKey(detail) ?? rangeIn(request, detail) ?? choiceIn(request, detail) ?? reading(detail)
  const { path = firstWord(detail), rule, ...limit } = { ...read, ...exactly }
  assert.ok(rule !== undefined, `add the rule of this text: ${detail}`)
  return { path, rule, ...limit }
}

/** Returns the first unknown key, with the path of the object that cannot have it. */
function unknownKey(detail: string): ValidationData | undefined {
  const [, object, key] =
    /^(the request|\S+) cannot have ([^,:]+)(?:, [^:]+)?: its keys are /.exec(detail) ?? []
  if (object === undefined || key === undefined) return undefined
  return { path: object === 'the request' ? key : `${object}.${key}`, rule: 'unknown_field' }
}

/** Returns the data for a value that is out of range or has the wrong type. */
function rangeIn(request: unknown, detail: string): ValidationData | undefined {
  const [, path, from, to] = /^(\S+) must be an integer from (-?\d+) to (-?\d+)$/.exec(detail) ?? []
  if (path === undefined) return undefined
  const value = valueAt(request, path)
  if (typeof value !== 'number' || !Number.isInteger(value)) return { path, rule: 'wrong_type' }
  return value < Number(from)
    ? { path, rule: 'too_low', limit: Number(from) }
    : { path, rule: 'too_high', limit: Number(to) }
}

/** Returns the data for a group of fields of which none, or more than one, was given. */
function choiceIn(request: unknown, detail: string): ValidationData | undefined {
  const [, path, fields = ''] =
    /^(\S+) must have (?:one of|either) (\w+(?:, \w+)* (?:and|or) \w+)$/.exec(detail) ?? []
  if (path === undefined) return undefined
  const value = Object(valueAt(request, path))
  const isNone = fields.split(/, | and | or /).every((name) => value[name] === undefined)
  return { path, rule: isNone ? 'required' : 'conflicts_with' }
}

/** Returns the value at a path such as `payload.groups[0].id` of the request payload. */
function valueAt(request: unknown, path: string): unknown {
  assert.ok(request !== undefined, `pass the request, because the rule depends on it: ${path}`)
  const names = path
    .replace(/^payload\.?/, '')
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
  return names.reduce((value: unknown, name): unknown => Object(value)[name], request)
}

function firstWord(detail: string): string {
  return detail.split(' ', 1).join()
}

function reading(detail: string): ValidationData | undefined {
  for (const [text, rule, at = firstWord(detail)] of readings) {
    const match = text.exec(detail)
    if (match === null) continue
    const path = at.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '')
    const limit = /^\d+$/.test(match[1] ?? '') ? { limit: Number(match[1]) } : {}
    return { path, rule, ...limit }
  }
  return detail === 'the request has more than one file'
    ? { path: 'request', rule: 'too_many', limit: 1 }
    : undefined
}
