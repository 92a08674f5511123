import assert from 'node:assert/strict'
import { at, has } from '../support/json.js'
import type { Frame, RtmClient } from '../support/rtm-client.js'

/** What one client was pushed: of each chat in order, and in order what is about no chat. */
export interface Heard {
  readonly ofChats: readonly (readonly unknown[])[]
  readonly others: readonly unknown[]
  /** How the connection has ended, if it did. */
  readonly ending: readonly unknown[]
}

/** Pushes about one chat come in order, those about different chats need not (decisions §10.5); `chatIds`: all there are. */
export async function heardBy(listener: RtmClient, chatIds: readonly string[]): Promise<Heard> {
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
    assert.ok(list, `a push tells of the chat ${chatId}, which was not started`)
    list.push(push)
  }
  return {
    ofChats: chatIds.map((id) => byChat.get(id) ?? []),
    others: byChat.get(undefined) ?? [],
    ending: hasEnded ? [await listener.ending()] : [],
  }
}

function chatOf(payload: unknown): string | undefined {
  const id = has(payload, 'chat') ? at(payload, 'chat.id') : has(payload, 'chat_id') && at(payload, 'chat_id')
  return typeof id === 'string' ? id : undefined
}
