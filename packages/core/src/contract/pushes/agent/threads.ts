import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { agentChatWithThread } from '../../objects/chat.js'
import { everyVersion } from './every-version.js'

/** Spec chat.md "Agent API pushes". */

export const incomingChatThread = definePush({
  ...everyVersion,
  name: 'incoming_chat_thread',
  summary: 'A chat was started, or a new thread in it; the events that it began with are in it.',
  payload: Type.Object({ chat: agentChatWithThread }),
})

export const threadClosed = definePush({
  ...everyVersion,
  name: 'thread_closed',
  summary: 'A thread was closed. `user_id` is missing where nobody closed it but the service itself.',
  payload: Type.Object({
    chat_id: Type.String(),
    thread_id: Type.String(),
    user_id: Type.Optional(Type.String({ description: 'Id of the user who closed it.' })),
  }),
})
