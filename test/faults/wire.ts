import assert from 'node:assert/strict'
import { isObject, parseObject } from '../fuzz/answers.js'
import { httpMessage } from '../fuzz/attack.js'
import type { HttpPeer } from '../fuzz/http-peer.js'
import type { Message, StoredEvent } from './ledger.js'

type Json = Readonly<Record<string, unknown>>

export interface Caller {
  /** Path of the API, e.g. `/agent/v0.4`. */
  readonly root: string
  /** Path segment before the name of an action. Default: `action/`. */
  readonly actionPrefix?: string
  /** Query string of every request, e.g. `?license_id=1`. */
  readonly query: string
  readonly token: string
}

interface CallOptions {
  readonly idempotencyKey?: string | undefined
  /** Expected statuses. */
  readonly allowed?: readonly number[]
}

/** Sends one request to the Web API. Resolves with `undefined` when the connection broke before the response. */
export async function call(
  peer: HttpPeer,
  { root, query, token }: Caller,
  action: string,
  payload: Json,
  { idempotencyKey, allowed = [200] }: CallOptions = {},
): Promise<Json | undefined> {
  const body = JSON.stringify({ payload })
  const headers = [
    ['Host', 'parley.test'],
    ['Authorization', `Bearer ${token}`],
    ['Content-Length', String(Buffer.byteLength(body))],
    ...(idempotencyKey === undefined ? [] : [['Idempotency-Key', idempotencyKey] as const]),
  ] as const
  const answer = await peer.exchange(httpMessage('POST', `${root}/action/${action}${query}`, headers, body))
  if (answer === undefined) return undefined
  assert.ok(allowed.includes(answer.status), `${action}: ${answer.status} ${answer.body}`)
  return parseObject(answer.body)
}

export function sendEventPayload({ chatId, label, text }: Message): Json {
  return { chat_id: chatId, event: { type: 'message', text, custom_id: label } }
}

/** Error types that are allowed while the storage is unavailable (decisions §2). */
const excusedTypes = ['service_unavailable', 'request_timeout']
export const excusedStatuses = [503, 408]

/** Returns whether the response is an error that is allowed while the storage is unavailable. */
export function isExcused({ error }: Json): boolean {
  return isObject(error) && typeof error.type === 'string' && excusedTypes.includes(error.type)
}

/** Returns the event in the response to `send_event`. */
export function storedEventOf(response: Json): StoredEvent {
  const { thread_id: threadId } = response
  assert.ok(typeof threadId === 'string')
  return toStoredEvent(threadId, response.event)
}

export function toStoredEvent(threadId: string, event: unknown): StoredEvent {
  assert.ok(isObject(event))
  const { id, order, text } = event
  assert.ok(
    typeof id === 'string' && typeof order === 'number' && typeof text === 'string',
    JSON.stringify(event),
  )
  return { threadId, id, order, text }
}
