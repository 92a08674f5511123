import { checkJson, type JsonBounds } from '../domain/json-bounds.js'
import { invalid } from '../errors.js'

/** `{payload?, author_id?}` of the Web API; RTM adds the rest (spec chat.md "Transports and envelopes"). */
export interface Envelope {
  readonly requestId: string | undefined
  readonly action: string | undefined
  readonly payload: unknown
  readonly authorId: string | undefined
  readonly idempotencyKey: string | undefined
}

const maxRequestIdLength = 256

/** Parses and bounds a request; `validation` with what is wrong. */
export function parseEnvelope(text: string, bounds: JsonBounds): Envelope {
  const body = parseObject(text)
  checkJson(body, bounds, 'request')
  const requestId = stringOf(body, 'request_id')
  if (requestId !== undefined && requestId.length > maxRequestIdLength) {
    throw invalid(`request_id must have at most ${maxRequestIdLength} characters`)
  }
  return {
    requestId,
    action: stringOf(body, 'action'),
    payload: body.payload ?? undefined,
    authorId: stringOf(body, 'author_id'),
    idempotencyKey: stringOf(body, 'idempotency_key'),
  }
}

/** The id to answer a request with that is otherwise refused. */
export function requestIdOf(text: string): string | undefined {
  try {
    const { request_id: requestId } = parseObject(text)
    const isUsable = typeof requestId === 'string' && requestId.length <= maxRequestIdLength
    return isUsable && requestId.isWellFormed() ? requestId : undefined
  } catch {
    // It is refused for this very reason already.
    return undefined
  }
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
