import assert from 'node:assert/strict'
import { isObject } from '../fuzz/answers.js'
import type { HttpPeer } from '../fuzz/http-peer.js'
import type { StoredEvent } from './ledger.js'
import { type Caller, call, toStoredEvent } from './wire.js'

export interface StoredThread {
  readonly id: string
  readonly order: number
  readonly isActive: boolean
  readonly events: readonly StoredEvent[]
}

/** How many threads one request may name. */
const threadsPerRequest = 100

/** Every thread of the chat with every event, oldest first, as the Agent API tells it. */
export async function readChat(
  peer: HttpPeer,
  agent: Caller,
  chatId: string,
): Promise<readonly StoredThread[]> {
  const { chat } = await answered(peer, agent, { chat_id: chatId })
  assert.ok(isObject(chat) && Array.isArray(chat.threads_summary))
  const ids = chat.threads_summary.map((summary: unknown) => {
    assert.ok(isObject(summary) && typeof summary.thread_id === 'string')
    return summary.thread_id
  })
  const threads: StoredThread[] = []
  for (let at = 0; at < ids.length; at += threadsPerRequest) {
    const thread_ids = ids.slice(at, at + threadsPerRequest)
    const page = await answered(peer, agent, { chat_id: chatId, thread_ids })
    assert.ok(isObject(page.chat) && Array.isArray(page.chat.threads))
    threads.push(...page.chat.threads.map(toThread))
  }
  assert.equal(threads.length, ids.length)
  return threads.toSorted((one, other) => one.order - other.order)
}

async function answered(peer: HttpPeer, agent: Caller, payload: Readonly<Record<string, unknown>>) {
  const response = await call(peer, agent, 'get_chat_threads', payload)
  assert.ok(response !== undefined, 'the engine went away')
  return response
}

function toThread(thread: unknown): StoredThread {
  assert.ok(isObject(thread) && Array.isArray(thread.events))
  const { id, order, active, events } = thread
  assert.ok(typeof id === 'string' && typeof order === 'number' && typeof active === 'boolean')
  return { id, order, isActive: active, events: events.map((event: unknown) => toStoredEvent(id, event)) }
}
