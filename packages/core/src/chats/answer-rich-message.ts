import { type Postback, withPostback } from '../domain/postbacks.js'
import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChangedChat, ChatChange } from './chat-change.js'

/**
 * Switches a postback of a rich message in the last thread on or off for a user; every member can see the result. When
 * nothing changes, only the connection that asked receives the push (decisions §5.4). Returns `unknown_event` or
 * `unknown_postback`, with nothing stored, when there is no such event or no such button.
 */
export async function answerRichMessage(
  { tx }: ChatChange,
  head: ChatHead,
  { eventId, postback }: { readonly eventId: string; readonly postback: Postback },
): Promise<ChangedChat | 'unknown_event' | 'unknown_postback'> {
  const event = await tx.chats.getRichMessage(head.id, eventId)
  if (event === undefined) return 'unknown_event'
  const { order, content, properties } = event
  const before = content.elements ?? []
  const elements = withPostback(before, postback)
  if (elements === 'unknown') return 'unknown_postback'
  const fact = {
    name: 'incoming_rich_message_postback',
    chat: factChat(head),
    threadId: head.thread.id,
    eventId,
    properties,
    postback,
  } as const
  if (elements === before) return { head, facts: [], unchanged: [fact] }
  await tx.chats.setRichMessage(head.id, order, Object.assign({}, content, { elements }))
  return { head, facts: [fact] }
}
