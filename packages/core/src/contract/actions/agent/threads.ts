import { Type } from 'typebox'
import { defineAction } from '../../define.js'
import { boundedArray } from '../../limits.js'
import { agentChatWithThreads } from '../../objects/chat.js'
import { id } from '../../objects/ids.js'
import { nothing } from '../../objects/nothing.js'
import { nextPageId } from '../../objects/pages.js'
import { spec } from '../../spec.js'
import { everywhere } from './everywhere.js'
import { metaScopes, readScopes } from './scopes.js'

export const getChatThreads = defineAction({
  ...everywhere,
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

export const closeThread = defineAction({
  ...everywhere,
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
