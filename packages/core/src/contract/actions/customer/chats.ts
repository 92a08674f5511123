import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { boundedArray } from '../../limits.js'
import {
  customerChatSummary,
  customerChatSummaryV03,
  customerChatSummaryWithQueue,
  customerChatWithThread,
  customerChatWithThreadAndQueue,
} from '../../objects/chat.js'
import { customerEventRequest, customerPlainEventRequest } from '../../objects/event-request.js'
import { nextPageIdIfAskedOrLong, pageId } from '../../objects/pages.js'
import { propertiesRequest } from '../../objects/properties.js'
import { chatScopesRequest } from '../../objects/scopes.js'
import { everywhere } from './everywhere.js'

const getChatsSummaryCommon = {
  ...everywhere,
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
  ...everywhere,
  name: 'start_chat',
  pushes: ['incoming_chat_thread'],
  summary:
    'Starts a chat with one active thread and its first events. Send details of the customer before, with `update_customer` or `login`.',
  request: byVersion({
    'v0.3': startChatRequest(customerPlainEventRequest),
    'v0.4': startChatRequest(customerPlainEventRequest),
    'v0.5': startChatRequest(customerEventRequest),
  }),
  response: byVersion({
    'v0.3': Type.Object({ chat: customerChatWithThread }),
    'v0.4': Type.Object({ chat: customerChatWithThread }),
    'v0.5': Type.Object({ chat: customerChatWithThreadAndQueue }),
  }),
})
