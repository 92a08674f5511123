import { Type } from 'typebox'
import { definePush } from '../define.js'
import { customerChatWithThread } from '../objects/chat.js'
import { customerEvent } from '../objects/event.js'
import { customerOfCustomerApi, userOfCustomerApi } from '../objects/user.js'

/** Spec chat.md "Customer API pushes". */

const common = { api: 'customer', versions: ['v0.3', 'v0.4', 'v0.5'], isWebhookCapable: false } as const

export const incomingChatThread = definePush({
  ...common,
  name: 'incoming_chat_thread',
  isWebhookCapable: true,
  payload: Type.Object({ chat: customerChatWithThread }),
})

export const chatUsersUpdated = definePush({
  ...common,
  name: 'chat_users_updated',
  isWebhookCapable: true,
  payload: Type.Object({
    chat_id: Type.String(),
    updated_users: Type.Object({
      added: Type.Array(userOfCustomerApi),
      removed_ids: Type.Array(Type.String()),
    }),
  }),
})

export const incomingEvent = definePush({
  ...common,
  name: 'incoming_event',
  isWebhookCapable: true,
  payload: Type.Object({ chat_id: Type.String(), thread_id: Type.String(), event: customerEvent }),
})

export const incomingTypingIndicator = definePush({
  ...common,
  name: 'incoming_typing_indicator',
  payload: Type.Object({
    chat_id: Type.String(),
    typing_indicator: Type.Object({
      author_id: Type.String(),
      timestamp: Type.Integer(),
      is_typing: Type.Boolean(),
    }),
  }),
})

export const customerDisconnectReason = Type.Union([
  Type.Literal('customer_banned'),
  Type.Literal('too_many_connections'),
  Type.Literal('license_not_found'),
  Type.Literal('unsupported_version'),
  Type.Literal('internal_error'),
])

export const customerDisconnected = definePush({
  ...common,
  name: 'customer_disconnected',
  payload: Type.Object({ reason: customerDisconnectReason }),
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
  payload: Type.Object({ chat_id: Type.String(), customer: customerOfCustomerApi }),
})

export const lastSeenTimestampUpdated = definePush({
  ...common,
  name: 'last_seen_timestamp_updated',
  isWebhookCapable: true,
  payload: Type.Object({ user_id: Type.String(), chat_id: Type.String(), timestamp: Type.Integer() }),
})
