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
  summary:
    'An event was added to a chat. Events that start a thread are pushed within `incoming_chat_thread` instead.',
  payload: Type.Object({ chat_id: uuid(), thread_id: uuid(), event: customerEvent }),
})

/** Exists only in the Customer API. Agents read `user_ids` of the buttons instead (decisions §6.20). */
export const incomingRichMessagePostback = definePush({
  ...everyVersion,
  versions: ['v0.5'],
  name: 'incoming_rich_message_postback',
  summary: 'A user toggled buttons of a rich message on or off.',
  payload: Type.Object({
    user_id: uuid('Id of the user who toggled the buttons.'),
    chat_id: uuid(),
    thread_id: uuid(),
    event_id: uuid('Id of the rich message.'),
    postback: Type.Object(
      {
        id: Type.String({ description: 'The `postback_id` of the buttons.' }),
        toggled: Type.Boolean({
          description: 'Whether the buttons are now on (`true`) or off (`false`) for the user.',
        }),
      },
      { description: 'The buttons, and their new state.' },
    ),
  }),
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
        is_typing: Type.Boolean(),
      },
      spec('chat.md "Other objects", typing indicator'),
    ),
  }),
})

export const lastSeenTimestampUpdated = definePush({ ...everyVersion, ...alike.lastSeenTimestampUpdated })
