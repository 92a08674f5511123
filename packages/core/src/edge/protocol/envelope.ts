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

/** What an answer repeats must not make it long. */
const maxEchoedLength = 256

/** Parses and bounds a request; `validation` with what is wrong. */
export function parseEnvelope(text: string, bounds: JsonBounds): Envelope {
  checkNesting(text, bounds, 'request')
  const body = parseObject(text)
  checkJson(body, bounds, 'request')
  return {
    requestId: echoedOf(body, 'request_id'),
    action: echoedOf(body, 'action'),
    payload: body.payload ?? undefined,
    authorId: stringOf(body, 'author_id'),
    idempotencyKey: stringOf(body, 'idempotency_key'),
  }
}

/** What to answer a request with that is otherwise refused: each part where it can be repeated. */
export function answeredOf(text: string): Pick<Envelope, 'requestId' | 'action'> {
  try {
    const { request_id: requestId, action } = parseObject(shallowJson(text))
    return {
      requestId: isEchoable(requestId) ? requestId : undefined,
      action: isEchoable(action) ? action : undefined,
    }
  } catch {
    // It is refused for this very reason already.
    return { requestId: undefined, action: undefined }
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

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const body = parseJson(text)
  if (!isObject(body)) throw invalid('the request must be a JSON object')
  return body
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
