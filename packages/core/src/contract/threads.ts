import { Type } from 'typebox'
import * as alikePushes from './alike-pushes.js'
import { byVersion, defineAction, definePush } from './define.js'
import {
  agentEveryVersion,
  agentEverywhere,
  customerEveryVersion,
  customerEverywhere,
  metaScopes,
  readScopes,
} from './every-version.js'
import { boundedArray } from './limits.js'
import {
  agentChatWithThread,
  agentChatWithThreads,
  customerChatWithThread,
  customerChatWithThreads,
  customerChatWithThreadsAndQueue,
} from './objects/chat.js'
import { id, uuid } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import { nextPageId, nextPageIdIfAsked, pageId } from './objects/pages.js'
import { spec } from './spec.js'

export const agentGetChatThreads = defineAction({
  ...agentEverywhere,
  name: 'get_chat_threads',
  summary:
    'Returns a chat with the requested threads and all of their events. Without `thread_ids`, only a summary of each thread is returned.',
  scopes: readScopes,
  request: Type.Object({
    chat_id: id(),
    thread_ids: Type.Optional(boundedArray(id(), 'idCount')),
    page_id: Type.Optional({ ...id(), ...spec('decisions §16.19') }),
  }),
  response: Type.Object({ chat: agentChatWithThreads, next_page_id: nextPageId }),
})

export const agentCloseThread = defineAction({
  ...agentEverywhere,
  name: 'close_thread',
  pushes: ['thread_closed'],
  summary:
    'Closes the active thread of a chat, so that no more events can be added to it. Fails when no thread is active.',
  scopes: metaScopes,
  request: Type.Object({
    chat_id: id(),
    thread_id: Type.Optional({
      ...id('Id of the thread, which must be active.'),
      ...spec('decisions §6.9'),
    }),
  }),
  response: nothing,
})

export const customerGetChatThreads = defineAction({
  ...customerEverywhere,
  name: 'get_chat_threads',
  summary: 'Returns threads of a chat by id, each with all events that the customer can see.',
  request: Type.Object({ chat_id: id(), thread_ids: boundedArray(id(), 'idCount', 1) }),
  response: byVersion({
    'v0.3': Type.Object({ chat: customerChatWithThreads }),
    'v0.4': Type.Object({ chat: customerChatWithThreads }),
    'v0.5': Type.Object({ chat: customerChatWithThreadsAndQueue }),
  }),
})

const threadsSummaryCommon = {
  ...customerEverywhere,
  name: 'get_chat_threads_summary',
  summary:
    'Lists the threads of a chat, newest first, each with the number of events that the customer can see.',
} as const

const threadsSummaryPage = {
  chat_id: id(),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
}

const threadsSummary = {
  threads_summary: Type.Array(
    Type.Object({
      id: uuid('Id of the thread.'),
      order: Type.Integer({ description: 'Number of the thread within the chat: 1, 2, 3 …' }),
      total_events: Type.Integer(),
    }),
  ),
  total_threads: Type.Integer(),
}

export const getChatThreadsSummary = defineAction({
  ...threadsSummaryCommon,
  versions: ['v0.5'],
  request: Type.Object({ ...threadsSummaryPage, page_id: pageId }),
  response: Type.Object({ ...threadsSummary, next_page_id: nextPageIdIfAsked }),
})

export const getChatThreadsSummaryWithoutPages = defineAction({
  ...threadsSummaryCommon,
  versions: ['v0.3', 'v0.4'],
  request: Type.Object(threadsSummaryPage),
  response: Type.Object(threadsSummary),
})

export const customerCloseThread = defineAction({
  ...customerEverywhere,
  name: 'close_thread',
  pushes: ['thread_closed'],
  summary:
    'Closes the active thread of a chat, so that no more events can be added to it. Fails when no thread is active.',
  request: Type.Object({
    chat_id: id(),
    thread_id: Type.Optional(id('Id of the thread, which must be active.')),
  }),
  response: nothing,
})

export const agentIncomingChatThread = definePush({
  ...agentEveryVersion,
  name: 'incoming_chat_thread',
  summary: 'A chat or a new thread of a chat was started. The push contains the first events of the thread.',
  payload: Type.Object({ chat: agentChatWithThread }),
})

export const agentThreadClosed = definePush({ ...agentEveryVersion, ...alikePushes.threadClosed })

export const customerIncomingChatThread = definePush({
  ...customerEveryVersion,
  name: 'incoming_chat_thread',
  summary: 'A chat or a new thread of a chat was started. The push contains the first events of the thread.',
  payload: Type.Object({ chat: customerChatWithThread }),
})

export const customerThreadClosed = definePush({ ...customerEveryVersion, ...alikePushes.threadClosed })
