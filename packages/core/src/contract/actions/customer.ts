import { Type } from 'typebox'
import { byVersion, defineAction } from '../define.js'
import { boundedArray, boundedString } from '../limits.js'
import {
  customerChatSummary,
  customerChatSummaryV03,
  customerChatWithThread,
  customerChatWithThreads,
} from '../objects/chat.js'
import { customerDetailsRequest, customerLoginDetailsRequest } from '../objects/customer-details.js'
import { customerEvent } from '../objects/event.js'
import { customerEventRequest, customerPlainEventRequest } from '../objects/event-request.js'
import { propertiesRequest } from '../objects/properties.js'
import { chatScopesRequest } from '../objects/scopes.js'
import { customerOfCustomerApi } from '../objects/user.js'

/** Spec chat.md "Customer API actions". */

const every = ['v0.3', 'v0.4', 'v0.5'] as const
const everywhere = ['web', 'rtm'] as const
const nothing = Type.Object({})
const id = () => boundedString('idLength', 1)

/** Customers hold no scopes: what they may do follows from membership (decisions §5.1). */
const common = { api: 'customer', versions: every, transports: everywhere, scopes: [] } as const

export const login = defineAction({
  ...common,
  name: 'login',
  transports: ['rtm'],
  request: Type.Object({
    token: boundedString('tokenLength', 1),
    customer: Type.Optional(customerLoginDetailsRequest),
  }),
  response: Type.Object({ customer_id: Type.String(), static_config_path: Type.String() }),
})

/** Where a list goes on that was cut (decisions §16.8, §16.19). */
const next_page_id = Type.Optional(Type.String())
/** Pages are an addition; an empty one asks for the first. `offset` counts from where the page begins. */
const page_id = Type.Optional(boundedString('idLength'))

const chatsSummaryPage = {
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 25, default: 10 })),
}

const chatsSummary = <S extends typeof customerChatSummary | typeof customerChatSummaryV03>(summary: S) =>
  Type.Object({ chats_summary: Type.Array(summary), total_chats: Type.Integer() })

export const getChatsSummary = defineAction({
  ...common,
  name: 'get_chats_summary',
  versions: ['v0.5'],
  request: Type.Object({ ...chatsSummaryPage, page_id }),
  response: Type.Object({
    chats_summary: Type.Array(customerChatSummary),
    total_chats: Type.Integer(),
    next_page_id,
  }),
})

export const getChatsSummaryWithoutPages = defineAction({
  ...common,
  name: 'get_chats_summary',
  versions: ['v0.3', 'v0.4'],
  request: Type.Object(chatsSummaryPage),
  response: byVersion({
    'v0.3': chatsSummary(customerChatSummaryV03),
    'v0.4': chatsSummary(customerChatSummary),
  }),
})

export const getChatThreads = defineAction({
  ...common,
  name: 'get_chat_threads',
  request: Type.Object({ chat_id: id(), thread_ids: boundedArray(id(), 'idCount', 1) }),
  response: Type.Object({ chat: customerChatWithThreads }),
})

const threadsSummaryPage = {
  chat_id: id(),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
}

const threadsSummary = {
  threads_summary: Type.Array(
    Type.Object({ id: Type.String(), order: Type.Integer(), total_events: Type.Integer() }),
  ),
  total_threads: Type.Integer(),
}

export const getChatThreadsSummary = defineAction({
  ...common,
  name: 'get_chat_threads_summary',
  versions: ['v0.5'],
  request: Type.Object({ ...threadsSummaryPage, page_id }),
  response: Type.Object({ ...threadsSummary, next_page_id }),
})

export const getChatThreadsSummaryWithoutPages = defineAction({
  ...common,
  name: 'get_chat_threads_summary',
  versions: ['v0.3', 'v0.4'],
  request: Type.Object(threadsSummaryPage),
  response: Type.Object(threadsSummary),
})

const startChatRequest = <E extends typeof customerEventRequest | typeof customerPlainEventRequest>(
  event: E,
) =>
  Type.Object({
    chat: Type.Optional(
      Type.Object({
        scopes: Type.Optional(chatScopesRequest),
        properties: Type.Optional(propertiesRequest),
        thread: Type.Optional(
          Type.Object({
            events: Type.Optional(boundedArray(event, 'idCount')),
            properties: Type.Optional(propertiesRequest),
          }),
        ),
      }),
    ),
  })

export const startChat = defineAction({
  ...common,
  name: 'start_chat',
  request: byVersion({
    'v0.3': startChatRequest(customerPlainEventRequest),
    'v0.4': startChatRequest(customerPlainEventRequest),
    'v0.5': startChatRequest(customerEventRequest),
  }),
  response: Type.Object({ chat: customerChatWithThread }),
})

const sendEventRequest = <E extends typeof customerEventRequest | typeof customerPlainEventRequest>(
  event: E,
) => Type.Object({ chat_id: id(), event })

export const sendEvent = defineAction({
  ...common,
  name: 'send_event',
  request: byVersion({
    'v0.3': sendEventRequest(customerPlainEventRequest),
    'v0.4': sendEventRequest(customerPlainEventRequest),
    'v0.5': sendEventRequest(customerEventRequest),
  }),
  response: Type.Object({ thread_id: Type.String(), event: customerEvent }),
})

export const sendSneakPeek = defineAction({
  ...common,
  name: 'send_sneak_peek',
  request: Type.Object({ chat_id: id(), sneak_peek_text: boundedString('eventTextLength') }),
  response: nothing,
})

export const closeThread = defineAction({
  ...common,
  name: 'close_thread',
  request: Type.Object({ chat_id: id(), thread_id: Type.Optional(id()) }),
  response: nothing,
})

export const updateCustomer = defineAction({
  ...common,
  name: 'update_customer',
  request: customerDetailsRequest,
  response: Type.Object({ customer: customerOfCustomerApi }),
})

const seenAt = Type.Optional(Type.Integer({ minimum: 0 }))

export const updateLastSeenTimestamp = defineAction({
  ...common,
  name: 'update_last_seen_timestamp',
  versions: ['v0.4', 'v0.5'],
  request: Type.Object({ chat_id: id(), timestamp: seenAt }),
  response: Type.Object({ timestamp: Type.Integer() }),
})

/** v0.3 names no chat: it concerns every chat with an active thread (decisions §15). */
export const updateLastSeenTimestampOfAllChats = defineAction({
  ...common,
  name: 'update_last_seen_timestamp',
  versions: ['v0.3'],
  request: Type.Object({ timestamp: seenAt }),
  response: Type.Object({ timestamp: Type.Integer() }),
})
