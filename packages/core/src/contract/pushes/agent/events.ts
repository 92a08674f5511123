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
  summary: 'An event was added to a chat. One that opened a thread comes with it, in `incoming_chat_thread`.',
  payload: Type.Object({ chat_id: uuid(), event: agentEvent }),
})

export const incomingTypingIndicator = definePush({
  ...everyVersion,
  name: 'incoming_typing_indicator',
  summary: 'Somebody in a chat is typing, or has stopped. It goes to everybody but them.',
  payload: Type.Object({
    chat_id: uuid(),
    typing_indicator: Type.Object(
      {
        author_id: Type.String(),
        timestamp: unixSeconds('When it was told, in Unix seconds.'),
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
  summary: 'What a customer is writing and has not sent yet.',
  payload: Type.Object({
    chat_id: uuid(),
    sneak_peek: Type.Object(
      {
        author_id: uuid(),
        timestamp: unixSeconds('When it was told, in Unix seconds.'),
        text: Type.String({ description: 'What stands in the input field at the moment.' }),
        recipients,
      },
      spec('chat.md "Other objects", sneak peek'),
    ),
  }),
})

export const lastSeenTimestampUpdated = definePush({ ...everyVersion, ...alike.lastSeenTimestampUpdated })
