import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { customerChatWithThread } from '../../objects/chat.js'
import * as alike from '../alike.js'
import { everyVersion } from './every-version.js'

export const incomingChatThread = definePush({
  ...everyVersion,
  name: 'incoming_chat_thread',
  summary: 'A chat or a new thread of a chat was started. The push contains the first events of the thread.',
  payload: Type.Object({ chat: customerChatWithThread }),
})

export const threadClosed = definePush({ ...everyVersion, ...alike.threadClosed })
