import { type TProperties, Type } from 'typebox'
import { defineAction } from '../../define.js'
import { boundedArray } from '../../limits.js'
import { agentChatSummaryV03, agentChatSummaryWithQueue, agentChatWithThread } from '../../objects/chat.js'
import { agentEventRequest, agentPlainEventRequest } from '../../objects/event-request.js'
import { nextPageIdIfAskedOrLong, pageId } from '../../objects/pages.js'
import { propertiesRequest } from '../../objects/properties.js'
import { propertyFiltersRequest } from '../../objects/property-filters.js'
import { chatScopesRequestWithAgents } from '../../objects/scopes.js'
import { spec } from '../../spec.js'
import { everywhere } from './everywhere.js'
import { readScopes } from './scopes.js'

const getFilteredChatsCommon = {
  ...everywhere,
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
  ...everywhere,
  name: 'start_chat',
  pushes: ['incoming_chat_thread'],
  summary:
    'Starts a chat with one active thread and its first events. The agent becomes a member of the chat.',
  scopes: [],
  response: Type.Object({ chat: agentChatWithThread }),
} as const

const startChatRequest = <T extends TProperties>(thread: T) =>
  Type.Object({
    chat: Type.Optional(
      Type.Object({
        properties: Type.Optional(propertiesRequest),
        thread: Type.Optional(Type.Object(thread)),
      }),
    ),
  })

export const startChat = defineAction({
  ...startChatCommon,
  versions: ['v0.4'],
  request: startChatRequest({
    events: Type.Optional(boundedArray(agentEventRequest, 'idCount')),
    properties: Type.Optional(propertiesRequest),
  }),
})

/** The v0.3 request, which accepts `chat.thread.scopes` (spec chat.md "Versioning"). */
export const startChatWithScopes = defineAction({
  ...startChatCommon,
  versions: ['v0.3'],
  request: startChatRequest({
    events: Type.Optional(boundedArray(agentPlainEventRequest, 'idCount')),
    properties: Type.Optional(propertiesRequest),
    scopes: Type.Optional(chatScopesRequestWithAgents),
  }),
})
