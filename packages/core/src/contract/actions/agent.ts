import { type TProperties, Type } from 'typebox'
import { byVersion, defineAction } from '../define.js'
import { boundedArray, boundedString } from '../limits.js'
import {
  agentChatSummary,
  agentChatSummaryV03,
  agentChatWithThread,
  agentChatWithThreads,
} from '../objects/chat.js'
import { agentEvent } from '../objects/event.js'
import { agentEventRequest, agentPlainEventRequest, recipients } from '../objects/event-request.js'
import { propertiesRequest } from '../objects/properties.js'
import { chatScopesRequestWithAgents } from '../objects/scopes.js'
import { myProfile, routingStatus } from '../objects/user.js'
import { refusing } from '../refused.js'

/** Spec chat.md "Agent API actions". */

const every = ['v0.3', 'v0.4'] as const
const everywhere = ['web', 'rtm'] as const
const nothing = Type.Object({})
const id = () => boundedString('idLength', 1)
const common = { api: 'agent', versions: every, transports: everywhere } as const

const readScopes = ['chats--all:read', 'chats--my:read'] as const
const conversationScopes = ['chats.conversation--all:write', 'chats.conversation--my:write'] as const
const metaScopes = ['chats.meta--all:write', 'chats.meta--my:write'] as const

const license = Type.Object({
  id: Type.Integer(),
  plan: Type.String(),
  expiration_timestamp: Type.Union([Type.Integer(), Type.Null()]),
  creation_timestamp: Type.Integer(),
  /** From v0.4 on. */
  in_trial: Type.Optional(Type.Boolean()),
})

/** Where a list goes on that was cut (decisions §16.8, §16.19). */
const next_page_id = Type.Optional(Type.String())

const loggedIn = { license, my_profile: myProfile }

export const login = defineAction({
  ...common,
  name: 'login',
  transports: ['rtm'],
  scopes: [],
  request: Type.Object({
    token: boundedString('tokenLength', 1),
    reconnect: Type.Optional(Type.Boolean()),
    push_notifications: Type.Optional(
      Type.Object({
        push_service_token: Type.Optional(boundedString('deviceTokenLength', 1)),
        platform: Type.Union([Type.Literal('ios'), Type.Literal('android')]),
      }),
    ),
    application: Type.Optional(
      Type.Object({
        name: Type.Optional(boundedString('nameLength')),
        version: Type.Optional(boundedString('nameLength')),
      }),
    ),
  }),
  response: byVersion({
    'v0.3': Type.Object({ ...loggedIn, chats_summary: Type.Array(agentChatSummaryV03) }),
    'v0.4': Type.Object({ ...loggedIn, chats_summary: Type.Array(agentChatSummary), next_page_id }),
  }),
})

const getFilteredChatsCommon = { ...common, name: 'get_filtered_chats', scopes: readScopes } as const

const filters = Type.Optional(
  // Until they are served: ignoring a filter would answer more than was asked for.
  refusing(Type.Object({ include_active: Type.Optional(Type.Boolean({ default: true })) }), 'properties'),
)

/** Pages are an addition (decisions §16.8); an empty `page_id` asks for the first one. */
export const getFilteredChats = defineAction({
  ...getFilteredChatsCommon,
  versions: ['v0.4'],
  request: Type.Object({
    filters,
    page_id: Type.Optional(boundedString('idLength')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: Type.Object({ chats_summary: Type.Array(agentChatSummary), next_page_id }),
})

export const getFilteredChatsWithoutPages = defineAction({
  ...getFilteredChatsCommon,
  versions: ['v0.3'],
  request: Type.Object({ filters }),
  response: Type.Object({ chats_summary: Type.Array(agentChatSummaryV03) }),
})

export const getChatThreads = defineAction({
  ...common,
  name: 'get_chat_threads',
  scopes: readScopes,
  request: Type.Object({
    chat_id: id(),
    thread_ids: Type.Optional(boundedArray(id(), 'idCount')),
    /** Ours: of `threads_summary` (decisions §16.19). */
    page_id: Type.Optional(id()),
  }),
  response: Type.Object({ chat: agentChatWithThreads, next_page_id: Type.Optional(Type.String()) }),
})

const startChatCommon = {
  ...common,
  name: 'start_chat',
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

/** v0.3 accepts `chat.thread.scopes` (spec chat.md "Versioning"). */
export const startChatWithScopes = defineAction({
  ...startChatCommon,
  versions: ['v0.3'],
  request: startChatRequest({
    events: Type.Optional(boundedArray(agentPlainEventRequest, 'idCount')),
    properties: Type.Optional(propertiesRequest),
    scopes: Type.Optional(chatScopesRequestWithAgents),
  }),
})

export const joinChat = defineAction({
  ...common,
  name: 'join_chat',
  scopes: ['chats.conversation--all:write', ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: boundedArray(id(), 'idCount', 1) }),
  response: nothing,
})

export const removeFromChat = defineAction({
  ...common,
  name: 'remove_from_chat',
  scopes: [...conversationScopes, ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: Type.Optional(boundedArray(id(), 'idCount', 1)) }),
  response: nothing,
})

export const sendEvent = defineAction({
  ...common,
  name: 'send_event',
  scopes: conversationScopes,
  request: byVersion({
    'v0.3': Type.Object({ chat_id: id(), event: agentPlainEventRequest }),
    'v0.4': Type.Object({ chat_id: id(), event: agentEventRequest }),
  }),
  response: Type.Object({ thread_id: Type.String(), event: agentEvent }),
})

export const sendTypingIndicator = defineAction({
  ...common,
  name: 'send_typing_indicator',
  scopes: conversationScopes,
  request: Type.Object({ chat_id: id(), recipients: Type.Optional(recipients), is_typing: Type.Boolean() }),
  response: nothing,
})

export const closeThread = defineAction({
  ...common,
  name: 'close_thread',
  scopes: metaScopes,
  request: Type.Object({ chat_id: id(), thread_id: Type.Optional(id()) }),
  response: nothing,
})

export const updateAgent = defineAction({
  ...common,
  name: 'update_agent',
  scopes: ['agents--my:write', 'agents--all:write'],
  request: Type.Object({ agent_id: Type.Optional(id()), routing_status: routingStatus }),
  response: nothing,
})

export const updateLastSeenTimestamp = defineAction({
  ...common,
  name: 'update_last_seen_timestamp',
  scopes: readScopes,
  request: Type.Object({ chat_id: id(), timestamp: Type.Optional(Type.Integer({ minimum: 0 })) }),
  response: Type.Object({ timestamp: Type.Integer() }),
})
