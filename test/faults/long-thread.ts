import assert from 'node:assert/strict'
import type { NewEvent, Storage } from '@parley/core/storage'
import { eventBytes } from '../../packages/core/src/domain/event-bytes.js'
import { resolveSettings } from '../../packages/core/src/settings.js'
import { HttpPeer } from '../fuzz/http-peer.js'
import { textAt } from '../support/json.js'
import { customerOf, type Tenant } from './tenant.js'
import { call } from './wire.js'

const { limits } = resolveSettings({})
const bounds = { eventCount: limits.threadEvents, eventBytes: limits.threadBytes }
const eventsPerTransaction = 500

/** The requests for one thread that each member of its chat sends. */
export interface LongThread {
  readonly chat_id: string
  readonly thread_ids: readonly [string]
}

/**
 * Creates a chat of the first customer with a thread that holds the maximum number of events, and nearly the maximum
 * number of bytes.
 */
export async function createLongThread(port: number, tenant: Tenant, storage: Storage): Promise<LongThread> {
  const peer = new HttpPeer(port)
  const customer = customerOf(tenant, tenant.conversations[0]?.customerToken ?? '')
  const started = await call(peer, customer, 'start_chat', {})
  peer.close()
  const chatId = textAt(started, 'chat.id')
  for (let from = 0; from < bounds.eventCount; from += eventsPerTransaction) {
    const events = Array.from({ length: eventsPerTransaction }, (_, index) => longEvent(from + index))
    const bytes = events.reduce((sum, event) => sum + eventBytes(event) + 1, 0)
    const orders = await storage.transaction(async (tx) => {
      await tx.chats.lock(chatId)
      return tx.chats.append(chatId, { events, bytes, bounds, timeoutsFrom: null })
    })
    assert.notEqual(orders, 'full', `the thread is too full for the events from ${from} on`)
  }
  const threadId = textAt(started, 'chat.thread.id')
  const [thread] = await storage.read.chats.measureThreads(chatId, [threadId])
  assert.ok((thread?.bytes ?? 0) > 0.95 * bounds.eventBytes, `the thread holds ${thread?.bytes} bytes`)
  return { chat_id: chatId, thread_ids: [threadId] }
}

/** Returns an event of the average size of a full thread, in characters of three bytes. */
function longEvent(index: number): NewEvent {
  return {
    id: `0190a1b2-0000-7000-8000-${String(index).padStart(12, '0')}`,
    authorId: 'agent@example.com',
    recipients: 'all',
    createdAt: Date.now(),
    customId: null,
    properties: {},
    content: { type: 'message', text: '漢'.repeat(212) },
  }
}
