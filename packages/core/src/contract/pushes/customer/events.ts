import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { customerEvent } from '../../objects/event.js'
import { everyVersion } from './every-version.js'

/** Spec chat.md "Customer API pushes". */

export const incomingEvent = definePush({
  ...everyVersion,
  name: 'incoming_event',
  payload: Type.Object({ chat_id: Type.String(), thread_id: Type.String(), event: customerEvent }),
})

export const incomingTypingIndicator = definePush({
  ...everyVersion,
  name: 'incoming_typing_indicator',
  payload: Type.Object({
    chat_id: Type.String(),
    typing_indicator: Type.Object({
      author_id: Type.String(),
      timestamp: Type.Integer(),
      is_typing: Type.Boolean(),
    }),
  }),
})

export const lastSeenTimestampUpdated = definePush({
  ...everyVersion,
  name: 'last_seen_timestamp_updated',
  payload: Type.Object({ user_id: Type.String(), chat_id: Type.String(), timestamp: Type.Integer() }),
})
