import { Type } from 'typebox'
import { definePush } from '../define.js'
import { agentChatWithThread } from '../objects/chat.js'
import { agentEvent } from '../objects/event.js'
import { recipients } from '../objects/event-request.js'
import { agentOfAgentApi, customerOfAgentApi, routingStatus } from '../objects/user.js'

/** Spec chat.md "Agent API pushes". */

const common = { api: 'agent', versions: ['v0.3', 'v0.4'], isWebhookCapable: false } as const

export const incomingChatThread = definePush({
  ...common,
  name: 'incoming_chat_thread',
  isWebhookCapable: true,
  payload: Type.Object({ chat: agentChatWithThread }),
})

const updatedUsers = <U extends typeof customerOfAgentApi | typeof agentOfAgentApi>(user: U) =>
  Type.Object({ added: Type.Array(user), removed_ids: Type.Array(Type.String()) })

export const chatUsersUpdated = definePush({
  ...common,
  name: 'chat_users_updated',
  isWebhookCapable: true,
  payload: Type.Object({
    chat_id: Type.String(),
    updated_users: Type.Object({
      customers: updatedUsers(customerOfAgentApi),
      agents: updatedUsers(agentOfAgentApi),
    }),
  }),
})

export const incomingEvent = definePush({
  ...common,
  name: 'incoming_event',
  isWebhookCapable: true,
  payload: Type.Object({ chat_id: Type.String(), event: agentEvent }),
})

export const incomingTypingIndicator = definePush({
  ...common,
  name: 'incoming_typing_indicator',
  payload: Type.Object({
    chat_id: Type.String(),
    typing_indicator: Type.Object({
      author_id: Type.String(),
      timestamp: Type.Integer(),
      recipients,
      is_typing: Type.Boolean(),
    }),
  }),
})

export const incomingSneakPeek = definePush({
  ...common,
  name: 'incoming_sneak_peek',
  payload: Type.Object({
    chat_id: Type.String(),
    sneak_peek: Type.Object({
      author_id: Type.String(),
      timestamp: Type.Integer(),
      text: Type.String(),
      recipients,
    }),
  }),
})

export const threadClosed = definePush({
  ...common,
  name: 'thread_closed',
  isWebhookCapable: true,
  payload: Type.Object({
    chat_id: Type.String(),
    thread_id: Type.String(),
    user_id: Type.Optional(Type.String()),
  }),
})

export const customerUpdated = definePush({
  ...common,
  name: 'customer_updated',
  payload: Type.Object({ chat_id: Type.String(), customer: customerOfAgentApi }),
})

export const agentUpdated = definePush({
  ...common,
  name: 'agent_updated',
  payload: Type.Object({ agent_id: Type.String(), routing_status: routingStatus }),
})

export const agentDisconnectReason = Type.Union([
  Type.Literal('access_token_revoked'),
  Type.Literal('license_expired'),
  Type.Literal('agent_deleted'),
  Type.Literal('logged_out_remotely'),
  Type.Literal('unsupported_version'),
])

export const agentDisconnected = definePush({
  ...common,
  name: 'agent_disconnected',
  payload: Type.Object({ reason: agentDisconnectReason }),
})

export const lastSeenTimestampUpdated = definePush({
  ...common,
  name: 'last_seen_timestamp_updated',
  isWebhookCapable: true,
  payload: Type.Object({ user_id: Type.String(), chat_id: Type.String(), timestamp: Type.Integer() }),
})
