import type { PayloadOf } from '../contract/define.js'
import type * as agentPushes from '../contract/pushes/agent/index.js'
import type * as customerPushes from '../contract/pushes/customer/index.js'
import type { PushBody } from '../domain/push.js'
import { agentChatWithThreadView, customerChatWithThreadView } from './chat.js'
import { agentEventView, customerEventView, isShown } from './event.js'
import { hasPush } from './shown-pushes.js'
import {
  agentOfAgentApiView,
  customerApiUserView,
  customerOfAgentApiView,
  customerOfCustomerApiView,
} from './user.js'
import { type AgentViewer, type CustomerViewer, toSeconds, type Viewer } from './viewer.js'

type Payloads<M> = { [K in keyof M]: PayloadOf<M[K]> }[keyof M]
type CustomerPayload = Payloads<typeof customerPushes>
type AgentPayload = Payloads<typeof agentPushes>
type BodyOf<N extends PushBody['name']> = Extract<PushBody, { name: N }>

/** The payload that this viewer gets; `undefined`: the push is not for them (decisions §5.4), or not in their version. */
export function pushView(body: PushBody, viewer: Viewer): CustomerPayload | AgentPayload | undefined {
  if (!hasPush(viewer, body.name)) return undefined
  return viewer.api === 'customer' ? customerPushView(body, viewer) : agentPushView(body, viewer)
}

function customerPushView(body: PushBody, viewer: CustomerViewer): CustomerPayload | undefined {
  switch (body.name) {
    case 'incoming_chat_thread':
      return { chat: customerChatWithThreadView(body.chat, body.thread, viewer) }
    case 'chat_users_updated':
      return {
        chat_id: body.chatId,
        updated_users: {
          added: body.added.map(customerApiUserView),
          removed_ids: body.removed.map(({ id }) => id),
        },
      }
    case 'incoming_event': {
      if (!isShown(body.event, viewer)) return undefined
      const event = customerEventView(body.event, viewer)
      return { chat_id: body.chatId, thread_id: body.threadId, event }
    }
    case 'incoming_typing_indicator':
      return body.recipients === 'agents' ? undefined : customerTypingView(body)
    case 'thread_closed':
      return threadClosedView(body)
    case 'customer_updated':
      return { chat_id: body.chatId, customer: customerOfCustomerApiView(body.customer) }
    case 'last_seen_timestamp_updated':
      return lastSeenView(body)
    case 'incoming_sneak_peek':
    case 'agent_updated':
      return undefined
  }
}

function agentPushView(body: PushBody, viewer: AgentViewer): AgentPayload | undefined {
  switch (body.name) {
    case 'incoming_chat_thread':
      return { chat: agentChatWithThreadView(body.chat, body.thread, viewer) }
    case 'chat_users_updated':
      return { chat_id: body.chatId, updated_users: updatedUsersView(body, viewer) }
    case 'incoming_event':
      return isShown(body.event, viewer)
        ? { chat_id: body.chatId, event: agentEventView(body.event, viewer) }
        : undefined
    case 'incoming_typing_indicator':
      return agentTypingView(body)
    case 'incoming_sneak_peek':
      return sneakPeekView(body)
    case 'thread_closed':
      return threadClosedView(body)
    case 'customer_updated':
      return { chat_id: body.chatId, customer: customerOfAgentApiView(body.customer, viewer) }
    case 'agent_updated':
      return { agent_id: body.agentId, routing_status: body.routingStatus }
    case 'last_seen_timestamp_updated':
      return lastSeenView(body)
  }
}

function updatedUsersView({ added, removed }: BodyOf<'chat_users_updated'>, viewer: AgentViewer) {
  const removedOf = (kind: 'customer' | 'agent') =>
    removed.filter((user) => user.kind === kind).map(({ id }) => id)
  return {
    customers: {
      added: added.flatMap((user) =>
        user.kind === 'customer' ? [customerOfAgentApiView(user, viewer)] : [],
      ),
      removed_ids: removedOf('customer'),
    },
    agents: {
      added: added.flatMap((user) =>
        user.kind === 'agent' ? [agentOfAgentApiView(user.agent, user, viewer)] : [],
      ),
      removed_ids: removedOf('agent'),
    },
  }
}

function customerTypingView({ chatId, authorId, at, isTyping }: BodyOf<'incoming_typing_indicator'>) {
  const typing_indicator = { author_id: authorId, timestamp: toSeconds(at), is_typing: isTyping }
  return { chat_id: chatId, typing_indicator }
}

function agentTypingView(body: BodyOf<'incoming_typing_indicator'>) {
  return {
    chat_id: body.chatId,
    typing_indicator: {
      author_id: body.authorId,
      timestamp: toSeconds(body.at),
      recipients: body.recipients,
      is_typing: body.isTyping,
    },
  }
}

function sneakPeekView({ chatId, authorId, at, text }: BodyOf<'incoming_sneak_peek'>) {
  return {
    chat_id: chatId,
    sneak_peek: { author_id: authorId, timestamp: toSeconds(at), text, recipients: 'agents' as const },
  }
}

function threadClosedView({ chatId, threadId, userId }: BodyOf<'thread_closed'>) {
  return { chat_id: chatId, thread_id: threadId, ...(userId !== null && { user_id: userId }) }
}

function lastSeenView({ userId, chatId, at }: BodyOf<'last_seen_timestamp_updated'>) {
  return { user_id: userId, chat_id: chatId, timestamp: toSeconds(at) }
}
