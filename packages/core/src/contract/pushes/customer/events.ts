import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { customerEvent } from '../../objects/event.js'
import { uuid } from '../../objects/ids.js'
import { unixSeconds } from '../../objects/time.js'
import { spec } from '../../spec.js'
import * as alike from '../alike.js'
import { everyVersion } from './every-version.js'

export const incomingEvent = definePush({
  ...everyVersion,
  name: 'incoming_event',
  summary: 'An event was added to a chat. One that opened a thread comes with it, in `incoming_chat_thread`.',
  payload: Type.Object({ chat_id: uuid(), thread_id: uuid(), event: customerEvent }),
})

/** Exists only in the Customer API. Agents read `user_ids` of the buttons instead (decisions §6.20). */
export const incomingRichMessagePostback = definePush({
  ...everyVersion,
  versions: ['v0.5'],
  name: 'incoming_rich_message_postback',
  summary: 'Somebody has answered a rich message by a button, or has taken the answer back.',
  payload: Type.Object({
    user_id: uuid('Id of the user who answered.'),
    chat_id: uuid(),
    thread_id: uuid(),
    event_id: uuid('Id of the rich message.'),
    postback: Type.Object(
      {
        id: Type.String({ description: 'The `postback_id` of the buttons.' }),
        toggled: Type.Boolean({ description: 'Whether the buttons name the user from now on.' }),
      },
      { description: 'What the user answered.' },
    ),
  }),
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
        is_typing: Type.Boolean(),
      },
      spec('chat.md "Other objects", typing indicator'),
    ),
  }),
})

export const lastSeenTimestampUpdated = definePush({ ...everyVersion, ...alike.lastSeenTimestampUpdated })
