import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { customerChatWithThread } from '../../objects/chat.js'
import { everyVersion } from './every-version.js'

/** Spec chat.md "Customer API pushes". */

export const incomingChatThread = definePush({
  ...everyVersion,
  name: 'incoming_chat_thread',
  payload: Type.Object({ chat: customerChatWithThread }),
})

export const threadClosed = definePush({
  ...everyVersion,
  name: 'thread_closed',
  payload: Type.Object({
    chat_id: Type.String(),
    thread_id: Type.String(),
    user_id: Type.Optional(Type.String()),
  }),
})
