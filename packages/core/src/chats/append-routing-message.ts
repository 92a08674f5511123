import { routingEvents } from '../domain/event-bytes.js'
import { systemMessage } from '../domain/events.js'
import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ThreadBounds } from '../model/thread.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { withOrder } from './stored.js'

/** Type and text of a system message about routing. */
export interface RoutingMessage {
  readonly type: 'routing.assigned' | 'routing.unassigned' | 'routing.idle'
  readonly text: string
}

/** Appends a system message about routing to the active thread (decisions §7). A full thread gets none. */
export async function appendRoutingMessage(
  { tx, at, newId }: ChatChange,
  head: ChatHead,
  message: RoutingMessage,
  bounds: ThreadBounds,
): Promise<ChangedChat> {
  const added = systemMessage(newId(), at, message)
  const orders = await tx.chats.append(head.id, routingEvents([added], bounds))
  if (orders === 'full') return { head, facts: [] }
  const event = withOrder(added, orders)
  const fact = { name: 'incoming_event', chat: factChat(head), threadId: head.thread.id, event } as const
  return { head, facts: [fact] }
}
