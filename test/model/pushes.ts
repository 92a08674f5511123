import assert from 'node:assert/strict'
import { at, has } from '../support/json.js'
import type { Frame, RtmClient } from '../support/rtm-client.js'

/** The pushes of one client: those of each chat in order, and those about no chat in order. */
export interface ReceivedPushes {
  readonly ofChats: readonly (readonly unknown[])[]
  readonly others: readonly unknown[]
  /** How the connection ended; empty when it is open. */
  readonly ending: readonly unknown[]
}

/**
 * Returns the pushes by chat. Only pushes about the same chat have to be in order (decisions §10.5). `chatIds` are the
 * ids of all chats.
 */
export async function receivedPushes(
  listener: RtmClient,
  chatIds: readonly string[],
): Promise<ReceivedPushes> {
  const isEnd = ({ action }: Frame) => action === 'customer_disconnected' || action === 'agent_disconnected'
  if (listener.isOpen && !listener.frames.some(isEnd)) await listener.call('ping')
  const hasEnded = !listener.isOpen || listener.frames.some(isEnd)
  const pushes = listener.frames
    .filter(({ type }) => type === 'push')
    .map(({ action, payload }) => ({ action, payload }))
  const byChat = new Map<string | undefined, unknown[]>([undefined, ...chatIds].map((id) => [id, []]))
  for (const push of pushes) {
    const chatId = chatOf(push.payload)
    const list = byChat.get(chatId)
    assert.ok(list, `a push names the chat ${chatId}, which was not started`)
    list.push(push)
  }
  return {
    ofChats: chatIds.map((id) => byChat.get(id) ?? []),
    others: byChat.get(undefined) ?? [],
    ending: hasEnded ? [await listener.waitForEnd()] : [],
  }
}

function chatOf(payload: unknown): string | undefined {
  const id = has(payload, 'chat') ? at(payload, 'chat.id') : has(payload, 'chat_id') && at(payload, 'chat_id')
  return typeof id === 'string' ? id : undefined
}
