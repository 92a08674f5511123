import assert from 'node:assert/strict'
import { isObject } from '../fuzz/answers.js'
import type { HttpPeer } from '../fuzz/http-peer.js'
import { textAt } from '../support/json.js'
import type { StoredEvent } from './ledger.js'
import { type Caller, call, toStoredEvent } from './wire.js'

export interface StoredThread {
  readonly id: string
  readonly order: number
  readonly isActive: boolean
  readonly events: readonly StoredEvent[]
}

/** Maximum number of threads in one request. */
const threadsPerRequest = 100

/** Returns every thread of the chat with every event, oldest first, read through the Agent API. */
export async function readChat(
  peer: HttpPeer,
  agent: Caller,
  chatId: string,
): Promise<readonly StoredThread[]> {
  const ids = await listThreadIds(peer, agent, chatId)
  const threads: StoredThread[] = []
  for (let at = 0; at < ids.length; at += threadsPerRequest) {
    threads.push(...(await readThreads(peer, agent, chatId, ids.slice(at, at + threadsPerRequest))))
  }
  assert.equal(threads.length, ids.length)
  return threads.toSorted((one, other) => one.order - other.order)
}

async function listThreadIds(peer: HttpPeer, agent: Caller, chatId: string): Promise<readonly string[]> {
  const ids: string[] = []
  let next: object | undefined = {}
  while (next !== undefined) {
    const { chat, next_page_id } = await answered(peer, agent, { chat_id: chatId, ...next })
    assert.ok(isObject(chat) && Array.isArray(chat.threads_summary))
    for (const summary of chat.threads_summary) ids.push(textAt(summary, 'thread_id'))
    next = next_page_id === undefined ? undefined : { page_id: next_page_id }
  }
  return ids
}

/** Reads the threads. Halves the request when the threads are too large for one response. */
async function readThreads(
  peer: HttpPeer,
  agent: Caller,
  chatId: string,
  ids: readonly string[],
): Promise<readonly StoredThread[]> {
  const { chat } = await answered(peer, agent, { chat_id: chatId, thread_ids: ids })
  if (chat === undefined) {
    const middle = Math.ceil(ids.length / 2)
    assert.ok(middle < ids.length, 'one thread exceeds the size of a response')
    const older = await readThreads(peer, agent, chatId, ids.slice(0, middle))
    return [...older, ...(await readThreads(peer, agent, chatId, ids.slice(middle)))]
  }
  assert.ok(isObject(chat) && Array.isArray(chat.threads))
  return chat.threads.map(toThread)
}

/** Returns the response, or its error when the request asks for too much. */
async function answered(peer: HttpPeer, agent: Caller, payload: Readonly<Record<string, unknown>>) {
  const response = await call(peer, agent, 'get_chat_threads', payload, { allowed: [200, 413] })
  assert.ok(response !== undefined, 'the engine does not respond')
  return response
}

function toThread(thread: unknown): StoredThread {
  assert.ok(isObject(thread) && Array.isArray(thread.events))
  const { id, order, active, events } = thread
  assert.ok(typeof id === 'string' && typeof order === 'number' && typeof active === 'boolean')
  return { id, order, isActive: active, events: events.map((event: unknown) => toStoredEvent(id, event)) }
}
