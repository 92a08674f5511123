import { checkJson, checkNesting, type JsonBounds, shallowJson } from '../../domain/json-bounds.js'
import { invalid, invalidField } from '../../errors.js'

/** A request of the Web API: `{payload?, author_id?}` (spec chat.md "Transports and envelopes"). */
export interface WebEnvelope {
  readonly payload: unknown
  readonly authorId: string | undefined
}

/** A real-time message: a Web API request with the fields that real time adds. */
export interface Envelope extends WebEnvelope {
  readonly requestId: string | undefined
  /** `requestId`, if the message has it in the older field `id`; `undefined` when the message has `request_id`. */
  readonly olderId: string | undefined
  readonly action: string | undefined
  readonly idempotencyKey: string | undefined
}

/**
 * The parts of a request that its response repeats. A part is `undefined` when the request lacks it or it was
 * unreadable.
 */
export type EchoedFields = Pick<Envelope, 'requestId' | 'olderId' | 'action'>

/** Used for a request of which nothing could be read. */
export const nothingEchoed: EchoedFields = { requestId: undefined, olderId: undefined, action: undefined }

/** Maximum number of characters of a value that the response repeats. */
const maxEchoedLength = 256

const webKeys = new Set(['payload', 'author_id'])
/** Keys that clients with one envelope for both transports also send over HTTP, where they have no meaning. */
const idleWebKeys = new Set(['request_id', 'action'])
/** `type` and `version` are sent by clients that predate `request_id`, and have no meaning. */
const messageKeys = new Set([
  ...['request_id', 'id', 'action', 'type', 'version'],
  ...['payload', 'author_id', 'idempotency_key'],
])

/** Parses a request over HTTP and checks its limits. Throws `validation` when it is malformed. */
export function parseWebEnvelope(text: string, bounds: JsonBounds): WebEnvelope {
  checkNesting(text, bounds, 'request')
  return toWebEnvelope(parseJson(text), bounds)
}

/** Checks a request over HTTP that is already parsed. */
export function toWebEnvelope(body: unknown, bounds: JsonBounds): WebEnvelope {
  const checked = checkedObject(body, bounds)
  if (isPresent(checked, 'idempotency_key'))
    throw invalidField(
      { path: 'idempotency_key', rule: 'not_allowed' },
      'is the header Idempotency-Key over HTTP',
    )
  checkKeys(checked, webKeys, idleWebKeys)
  return { payload: payloadIn(checked), authorId: authorIdIn(checked) }
}

/** Parses a real-time message and checks its limits. Throws `validation` when it is malformed. */
export function parseEnvelope(text: string, bounds: JsonBounds): Envelope {
  checkNesting(text, bounds, 'request')
  return toEnvelope(parseJson(text), bounds)
}

/** Checks a real-time message that is already parsed. */
export function toEnvelope(body: unknown, bounds: JsonBounds): Envelope {
  const checked = checkedObject(body, bounds)
  const requestId = echoedOf(checked, 'request_id')
  const olderId = requestId === undefined ? echoedOf(checked, 'id') : undefined
  const action = echoedOf(checked, 'action')
  checkKeys(checked, messageKeys)
  return {
    requestId: requestId ?? olderId,
    olderId,
    action,
    payload: payloadIn(checked),
    authorId: authorIdIn(checked),
    idempotencyKey: stringOf(checked, 'idempotency_key'),
  }
}

function payloadIn(body: JsonObject): unknown {
  return Object.hasOwn(body, 'payload') ? (body.payload ?? undefined) : undefined
}

/** Returns the author id. Typed clients always send the field, so an empty one counts as absent (decisions §15). */
function authorIdIn(body: JsonObject): string | undefined {
  return stringOf(body, 'author_id') || undefined
}

/**
 * Refuses unknown keys, because a field next to `payload` was probably meant for it and would be ignored. A key that is
 * `null` counts as absent.
 */
function checkKeys(body: JsonObject, known: ReadonlySet<string>, idle?: ReadonlySet<string>): void {
  const isUnknown = (key: string) => !known.has(key) && idle?.has(key) !== true && isPresent(body, key)
  const unknown = Object.keys(body).find(isUnknown)
  if (unknown === undefined) return
  const shown = unknown.slice(0, maxShownKeyLength)
  const keys = [...known].join(', ')
  throw invalid(
    { path: shown, rule: 'unknown_field' },
    `the request cannot have ${shown}: its keys are ${keys}, and the fields of the action belong in payload`,
  )
}

/** Maximum number of characters of an unknown key in an error message. */
const maxShownKeyLength = 64

function isPresent(body: JsonObject, name: string): boolean {
  return Object.hasOwn(body, name) && body[name] !== null && body[name] !== undefined
}

/** Parses a body that is the payload itself. */
export function parsePayload(text: string, bounds: JsonBounds): unknown {
  checkNesting(text, bounds, 'request')
  return toPayload(parseJson(text), bounds)
}

/** Checks a payload that is already parsed. */
export function toPayload(body: unknown, bounds: JsonBounds): unknown {
  return checkedObject(body, bounds)
}

function checkedObject(body: unknown, bounds: JsonBounds): JsonObject {
  if (!isObject(body))
    throw invalid({ path: 'request', rule: 'wrong_type' }, 'the request must be a JSON object')
  checkJson(body, bounds, 'request')
  return body
}

/** Returns the parts of a refused request that the response can repeat. */
export function parseEchoedFields(text: string): EchoedFields {
  try {
    return toEchoedFields(parseJson(shallowJson(text)))
  } catch {
    // The request is already being refused for this reason.
    return nothingEchoed
  }
}

/** Returns the same parts of a request that is already parsed. */
export function toEchoedFields(body: unknown): EchoedFields {
  if (!isObject(body)) return nothingEchoed
  const requestId = echoableIn(body, 'request_id')
  const hasRequestId = isPresent(body, 'request_id')
  const olderId = hasRequestId ? undefined : echoableIn(body, 'id')
  return { requestId: requestId ?? olderId, olderId, action: echoableIn(body, 'action') }
}

function echoableIn(body: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  const isEchoable = typeof value === 'string' && value.length <= maxEchoedLength && value.isWellFormed()
  return isEchoable ? value : undefined
}

function echoedOf(body: JsonObject, name: string): string | undefined {
  const value = stringOf(body, name)
  if (value !== undefined && value.length > maxEchoedLength) {
    throw invalidField(
      { path: name, rule: 'too_long', limit: maxEchoedLength },
      `must have at most ${maxEchoedLength} characters`,
    )
  }
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ path: 'request', rule: 'malformed' }, 'the request is not valid JSON')
  }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function stringOf(body: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidField({ path: name, rule: 'wrong_type' }, 'must be a string')
  return value
}
