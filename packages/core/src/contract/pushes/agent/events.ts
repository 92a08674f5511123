import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { agentEvent } from '../../objects/event.js'
import { recipients } from '../../objects/event-request.js'
import { uuid } from '../../objects/ids.js'
import { unixSeconds } from '../../objects/time.js'
import { spec } from '../../spec.js'
import * as alike from '../alike.js'
import { everyVersion } from './every-version.js'

export const incomingEvent = definePush({
  ...everyVersion,
  name: 'incoming_event',
  summary:
    'An event was added to a chat. Events that start a thread are pushed within `incoming_chat_thread` instead.',
  payload: Type.Object({ chat_id: uuid(), event: agentEvent }),
})

export const incomingTypingIndicator = definePush({
  ...everyVersion,
  name: 'incoming_typing_indicator',
  summary: 'A user in a chat is typing or has stopped. It is pushed to everyone except that user.',
  payload: Type.Object({
    chat_id: uuid(),
    typing_indicator: Type.Object(
      {
        author_id: Type.String(),
        timestamp: unixSeconds('When it was sent, in Unix seconds.'),
        recipients,
        is_typing: Type.Boolean(spec('decisions §15')),
      },
      spec('chat.md "Other objects", typing indicator'),
    ),
  }),
})

export const incomingSneakPeek = definePush({
  ...everyVersion,
  name: 'incoming_sneak_peek',
  summary: 'A customer is typing. Contains the text that they have typed so far.',
  payload: Type.Object({
    chat_id: uuid(),
    sneak_peek: Type.Object(
      {
        author_id: uuid(),
        timestamp: unixSeconds('When it was sent, in Unix seconds.'),
        text: Type.String({ description: 'Current content of the input field.' }),
        recipients,
      },
      spec('chat.md "Other objects", sneak peek'),
    ),
  }),
})

export const lastSeenTimestampUpdated = definePush({ ...everyVersion, ...alike.lastSeenTimestampUpdated })
