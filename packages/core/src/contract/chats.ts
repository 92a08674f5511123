import { type TProperties, Type } from 'typebox'
import { byVersion, defineAction } from './define.js'
import { agentEverywhere, customerEverywhere, readScopes } from './every-version.js'
import { boundedArray } from './limits.js'
import {
  agentChatSummaryV03,
  agentChatSummaryWithQueue,
  agentChatWithThread,
  customerChatSummary,
  customerChatSummaryV03,
  customerChatSummaryWithQueue,
  customerChatWithThread,
  customerChatWithThreadAndQueue,
} from './objects/chat.js'
import {
  agentEventRequest,
  agentPlainEventRequest,
  customerEventRequest,
  customerPlainEventRequest,
} from './objects/event-request.js'
import { nextPageIdIfAskedOrLong, pageId } from './objects/pages.js'
import { propertiesRequest } from './objects/properties.js'
import { propertyFiltersRequest } from './objects/property-filters.js'
import { chatScopesRequest, chatScopesRequestWithAgents } from './objects/scopes.js'
import { spec } from './spec.js'

const getFilteredChatsCommon = {
  ...agentEverywhere,
  name: 'get_filtered_chats',
  summary:
    'Lists the chats that the agent can read. By default, the chat with the latest activity comes first.',
  scopes: readScopes,
} as const

const filters = {
  include_active: Type.Optional(Type.Boolean({ default: true })),
  properties: Type.Optional({
    ...propertyFiltersRequest,
    description: 'Conditions on properties of the chat, by namespace and name.',
  }),
}

const routing = Type.Union([Type.Literal('waiting'), Type.Literal('assigned'), Type.Literal('any')], {
  default: 'any',
  description:
    '`waiting`: only chats that wait for an agent. `assigned`: only active chats that do not wait and have an agent in them. `any`: all chats. When the field is given, waiting chats have `queue` in the response.',
  ...spec('decisions §16.8'),
})

const sortOrder = Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Literal('waiting')], {
  default: 'desc',
  ...spec('decisions §16.8'),
})

/**
 * The version with pages, an order and `routing`, which are additions (decisions §16.8). An empty `page_id` asks for
 * the first page.
 */
export const getFilteredChats = defineAction({
  ...getFilteredChatsCommon,
  versions: ['v0.4'],
  request: Type.Object({
    filters: Type.Optional(Type.Object({ ...filters, routing: Type.Optional(routing) })),
    sort_order: Type.Optional(sortOrder),
    page_id: pageId,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, ...spec('decisions §16.8') })),
  }),
  response: Type.Object({
    chats_summary: Type.Array(agentChatSummaryWithQueue),
    next_page_id: nextPageIdIfAskedOrLong,
  }),
})

export const getFilteredChatsWithoutPages = defineAction({
  ...getFilteredChatsCommon,
  versions: ['v0.3'],
  request: Type.Object({ filters: Type.Optional(Type.Object(filters)) }),
  response: Type.Object({ chats_summary: Type.Array(agentChatSummaryV03) }),
})

const startChatCommon = {
  ...agentEverywhere,
  name: 'start_chat',
  pushes: ['incoming_chat_thread'],
  summary:
    'Starts a chat with one active thread and its first events. The agent becomes a member of the chat.',
  scopes: [],
  response: Type.Object({ chat: agentChatWithThread }),
} as const

const agentStartChatRequest = <T extends TProperties>(thread: T) =>
  Type.Object({
    chat: Type.Optional(
      Type.Object({
        properties: Type.Optional(propertiesRequest),
        thread: Type.Optional(Type.Object(thread)),
      }),
    ),
  })

export const agentStartChat = defineAction({
  ...startChatCommon,
  versions: ['v0.4'],
  request: agentStartChatRequest({
    events: Type.Optional(boundedArray(agentEventRequest, 'idCount')),
    properties: Type.Optional(propertiesRequest),
  }),
})

/** The v0.3 request, which accepts `chat.thread.scopes` (spec chat.md "Versioning"). */
export const startChatWithScopes = defineAction({
  ...startChatCommon,
  versions: ['v0.3'],
  request: agentStartChatRequest({
    events: Type.Optional(boundedArray(agentPlainEventRequest, 'idCount')),
    properties: Type.Optional(propertiesRequest),
    scopes: Type.Optional(chatScopesRequestWithAgents),
  }),
})

const getChatsSummaryCommon = {
  ...customerEverywhere,
  name: 'get_chats_summary',
  summary:
    'Lists the chats of the customer, latest activity first, each with the newest event of every type.',
} as const

const chatsSummaryPage = {
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 25, default: 10 })),
}

const chatsSummary = <S extends typeof customerChatSummary | typeof customerChatSummaryV03>(summary: S) =>
  Type.Object({ chats_summary: Type.Array(summary), total_chats: Type.Integer() })

export const getChatsSummary = defineAction({
  ...getChatsSummaryCommon,
  versions: ['v0.5'],
  request: Type.Object({ ...chatsSummaryPage, page_id: pageId }),
  response: Type.Object({
    chats_summary: Type.Array(customerChatSummaryWithQueue),
    total_chats: Type.Integer(),
    next_page_id: nextPageIdIfAskedOrLong,
  }),
})

export const getChatsSummaryWithoutPages = defineAction({
  ...getChatsSummaryCommon,
  versions: ['v0.3', 'v0.4'],
  request: Type.Object(chatsSummaryPage),
  response: byVersion({
    'v0.3': chatsSummary(customerChatSummaryV03),
    'v0.4': chatsSummary(customerChatSummary),
  }),
})

const customerStartChatRequest = <E extends typeof customerEventRequest | typeof customerPlainEventRequest>(
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

export const customerStartChat = defineAction({
  ...customerEverywhere,
  name: 'start_chat',
  pushes: ['incoming_chat_thread'],
  summary:
    'Starts a chat with one active thread and its first events. Send details of the customer before, with `update_customer` or `login`.',
  request: byVersion({
    'v0.3': customerStartChatRequest(customerPlainEventRequest),
    'v0.4': customerStartChatRequest(customerPlainEventRequest),
    'v0.5': customerStartChatRequest(customerEventRequest),
  }),
  response: byVersion({
    'v0.3': Type.Object({ chat: customerChatWithThread }),
    'v0.4': Type.Object({ chat: customerChatWithThread }),
    'v0.5': Type.Object({ chat: customerChatWithThreadAndQueue }),
  }),
})
