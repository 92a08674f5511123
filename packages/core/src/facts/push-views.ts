import type * as agentPushes from '../contract/agent-pushes.js'
import type * as customerPushes from '../contract/customer-pushes.js'
import type { PayloadOf } from '../contract/define.js'
import type { Properties, PropertyLocation } from '../model/property.js'
import { agentChatWithThreadView, customerChatWithThreadView, scopesChangeView } from '../views/chat.js'
import { agentEventView, customerEventView, isShown } from '../views/event.js'
import { propertiesView } from '../views/properties.js'
import {
  agentOfAgentApiView,
  customerApiUserView,
  customerOfAgentApiView,
  customerOfCustomerApiView,
} from '../views/user.js'
import {
  type AgentViewer,
  type CustomerViewer,
  getFeatures,
  toSeconds,
  type Viewer,
} from '../views/viewer.js'
import type { FactOf } from './fact.js'

/**
 * The payloads of pushes as a viewer receives them. Views return `undefined` when the push is not meant for the viewer
 * (decisions §5.4).
 */

type Payloads<M> = { [K in keyof M]: PayloadOf<M[K]> }[keyof M]
/** Payload of any push of the Customer API. */
export type CustomerPayload = Payloads<typeof customerPushes>
/** Payload of any push of the Agent API. */
export type AgentPayload = Payloads<typeof agentPushes>

export function chatThreadOfCustomerApiView(
  { shown, thread }: FactOf<'incoming_chat_thread'>,
  viewer: CustomerViewer,
) {
  return { chat: customerChatWithThreadView(shown, thread, viewer) }
}

export function chatThreadOfAgentApiView(
  { shown, thread }: FactOf<'incoming_chat_thread'>,
  viewer: AgentViewer,
) {
  return { chat: agentChatWithThreadView(shown, thread, viewer) }
}

export function usersOfCustomerApiView({ chat, added, removed }: FactOf<'chat_users_updated'>) {
  const removed_ids = removed.map(({ id }) => id)
  return { chat_id: chat.id, updated_users: { added: added.map(customerApiUserView), removed_ids } }
}

export function usersOfAgentApiView(
  { chat, added, removed }: FactOf<'chat_users_updated'>,
  viewer: AgentViewer,
) {
  const removedOf = (kind: 'customer' | 'agent') =>
    removed.filter((user) => user.kind === kind).map(({ id }) => id)
  const customers = added.flatMap((user) =>
    user.kind === 'customer' ? [customerOfAgentApiView(user, viewer)] : [],
  )
  const agents = added.flatMap((user) =>
    user.kind === 'agent' ? [agentOfAgentApiView(user.agent, user, viewer)] : [],
  )
  return {
    chat_id: chat.id,
    updated_users: {
      customers: { added: customers, removed_ids: removedOf('customer') },
      agents: { added: agents, removed_ids: removedOf('agent') },
    },
  }
}

export function eventOfCustomerApiView(
  { chat, threadId, event }: FactOf<'incoming_event'>,
  viewer: CustomerViewer,
) {
  if (!isShown(event, viewer)) return undefined
  return { chat_id: chat.id, thread_id: threadId, event: customerEventView(event, viewer) }
}

export function eventOfAgentApiView({ chat, event }: FactOf<'incoming_event'>, viewer: AgentViewer) {
  return isShown(event, viewer) ? { chat_id: chat.id, event: agentEventView(event, viewer) } : undefined
}

export function postbackOfCustomerApiView(
  fact: FactOf<'incoming_rich_message_postback'>,
  viewer: CustomerViewer,
) {
  return getFeatures(viewer).hasRichMessages ? postbackView(fact) : undefined
}

/** Returns the postback as agents, webhooks and the host see it (decisions §15.11). */
export function postbackView({
  chat,
  threadId,
  eventId,
  postback,
}: FactOf<'incoming_rich_message_postback'>) {
  const { userId, id, isToggled } = postback
  return {
    user_id: userId,
    chat_id: chat.id,
    thread_id: threadId,
    event_id: eventId,
    postback: { id, toggled: isToggled },
  }
}

export function customerTypingView({
  chat,
  authorId,
  at,
  recipients,
  isTyping,
}: FactOf<'incoming_typing_indicator'>) {
  if (recipients === 'agents') return undefined
  const typing_indicator = { author_id: authorId, timestamp: toSeconds(at), is_typing: isTyping }
  return { chat_id: chat.id, typing_indicator }
}

export function agentTypingView({
  chat,
  authorId,
  at,
  recipients,
  isTyping,
}: FactOf<'incoming_typing_indicator'>) {
  const typing_indicator = { author_id: authorId, timestamp: toSeconds(at), recipients, is_typing: isTyping }
  return { chat_id: chat.id, typing_indicator }
}

export function sneakPeekView({ chat, authorId, at, text }: FactOf<'incoming_sneak_peek'>) {
  const sneak_peek = { author_id: authorId, timestamp: toSeconds(at), text, recipients: 'agents' as const }
  return { chat_id: chat.id, sneak_peek }
}

export function threadClosedView({ chat, threadId, userId }: FactOf<'thread_closed'>) {
  return { chat_id: chat.id, thread_id: threadId, ...(userId !== null && { user_id: userId }) }
}

export function scopesUpdatedView({ chat, added, removed }: FactOf<'chat_scopes_updated'>) {
  return {
    chat_id: chat.id,
    scopes_added: scopesChangeView(added),
    scopes_removed: scopesChangeView(removed),
  }
}

/** Returns `undefined` for a viewer who may read none of the properties. */
export function chatPropertiesView({ chat, properties }: FactOf<'chat_properties_updated'>, viewer: Viewer) {
  const readable = pushedProperties(properties, 'chat', viewer)
  return readable && { chat_id: chat.id, properties: readable }
}

export function threadPropertiesView(
  { chat, threadId, properties }: FactOf<'chat_thread_properties_updated'>,
  viewer: Viewer,
) {
  const readable = pushedProperties(properties, 'thread', viewer)
  return readable && { chat_id: chat.id, thread_id: threadId, properties: readable }
}

/**
 * Returns the properties that the viewer may read. When the request named no properties this is `{}`, because its
 * caller waits for the push (decisions §5.4).
 */
function pushedProperties(properties: Properties, location: PropertyLocation, viewer: Viewer) {
  const isEmpty = Object.values(properties).every((named) => Object.keys(named).length === 0)
  return isEmpty ? {} : propertiesView(properties, location, viewer).properties
}

export function customerUpdatedOfCustomerApiView({ chat, customer }: FactOf<'customer_updated'>) {
  return { chat_id: chat.id, customer: customerOfCustomerApiView(customer) }
}

export function customerUpdatedOfAgentApiView(
  { chat, customer }: FactOf<'customer_updated'>,
  viewer: AgentViewer,
) {
  return { chat_id: chat.id, customer: customerOfAgentApiView(customer, viewer) }
}

export function lastSeenView({ chat, userId, at }: FactOf<'last_seen_timestamp_updated'>) {
  return { user_id: userId, chat_id: chat.id, timestamp: toSeconds(at) }
}

export function customerBannedView({ customerId, days }: FactOf<'customer_banned'>) {
  return { customer_id: customerId, ban: { days } }
}

export function agentUpdatedView({ agentId, routingStatus }: FactOf<'agent_updated'>) {
  return { agent_id: agentId, routing_status: routingStatus }
}

export function multicastOfCustomerApiView(fact: FactOf<'incoming_multicast'>, viewer: CustomerViewer) {
  return getFeatures(viewer).hasMulticasts ? multicastOfAgentApiView(fact) : undefined
}

export function multicastOfAgentApiView({ authorId, content }: FactOf<'incoming_multicast'>) {
  return { author_id: authorId, content }
}
