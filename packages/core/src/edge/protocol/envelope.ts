import { checkJson, checkNesting, type JsonBounds, shallowJson } from '../../domain/json-bounds.js'
import { invalid } from '../../errors.js'

/** `{payload?, author_id?}` of the Web API; RTM adds the rest (spec chat.md "Transports and envelopes"). */
export interface Envelope {
  readonly requestId: string | undefined
  readonly action: string | undefined
  readonly payload: unknown
  readonly authorId: string | undefined
  readonly idempotencyKey: string | undefined
}

/** What an answer names of its request; both are absent where that could not be read, or is not. */
export type Answered = Pick<Envelope, 'requestId' | 'action'>

export const unnamed: Answered = { requestId: undefined, action: undefined }

/** What an answer repeats must not make it long. */
const maxEchoedLength = 256

/** Parses and bounds a request; `validation` with what is wrong. */
export function parseEnvelope(text: string, bounds: JsonBounds): Envelope {
  checkNesting(text, bounds, 'request')
  return envelopeOf(parseJson(text), bounds)
}

/** The same of what is parsed already. */
export function envelopeOf(body: unknown, bounds: JsonBounds): Envelope {
  if (!isObject(body)) throw invalid('the request must be a JSON object')
  checkJson(body, bounds, 'request')
  return {
    requestId: echoedOf(body, 'request_id'),
    action: echoedOf(body, 'action'),
    payload: Object.hasOwn(body, 'payload') ? (body.payload ?? undefined) : undefined,
    authorId: stringOf(body, 'author_id'),
    idempotencyKey: stringOf(body, 'idempotency_key'),
  }
}

/** The same of a body that is the payload itself. */
export function parsePayload(text: string, bounds: JsonBounds): unknown {
  checkNesting(text, bounds, 'request')
  return payloadOf(parseJson(text), bounds)
}

/** The same of what is parsed already. */
export function payloadOf(body: unknown, bounds: JsonBounds): unknown {
  if (!isObject(body)) throw invalid('the request must be a JSON object')
  checkJson(body, bounds, 'request')
  return body
}

/** What to answer a request with that is otherwise refused: each part where it can be repeated. */
export function answeredOf(text: string): Answered {
  try {
    return answeredIn(parseJson(shallowJson(text)))
  } catch {
    // It is refused for this very reason already.
    return unnamed
  }
}

/** The same of what is parsed already. */
export function answeredIn(body: unknown): Answered {
  if (!isObject(body)) return unnamed
  const { request_id: requestId, action } = body
  return {
    requestId: isEchoable(requestId) ? requestId : undefined,
    action: isEchoable(action) ? action : undefined,
  }
}

function isEchoable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxEchoedLength && value.isWellFormed()
}

function echoedOf(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = stringOf(body, name)
  if (value !== undefined && value.length > maxEchoedLength) {
    throw invalid(`${name} must have at most ${maxEchoedLength} characters`)
  }
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('the request is not valid JSON')
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function stringOf(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(`${name} must be a string`)
  return value
}
