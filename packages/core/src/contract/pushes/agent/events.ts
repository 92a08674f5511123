import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { agentEvent } from '../../objects/event.js'
import { recipients } from '../../objects/event-request.js'
import { everyVersion } from './every-version.js'

/** Spec chat.md "Agent API pushes". */

export const incomingEvent = definePush({
  ...everyVersion,
  name: 'incoming_event',
  payload: Type.Object({ chat_id: Type.String(), event: agentEvent }),
})

export const incomingTypingIndicator = definePush({
  ...everyVersion,
  name: 'incoming_typing_indicator',
  payload: Type.Object({
    chat_id: Type.String(),
    typing_indicator: Type.Object({
      author_id: Type.String(),
      timestamp: Type.Integer(),
      recipients,
      is_typing: Type.Boolean(),
    }),
  }),
})

export const incomingSneakPeek = definePush({
  ...everyVersion,
  name: 'incoming_sneak_peek',
  payload: Type.Object({
    chat_id: Type.String(),
    sneak_peek: Type.Object({
      author_id: Type.String(),
      timestamp: Type.Integer(),
      text: Type.String(),
      recipients,
    }),
  }),
})

export const lastSeenTimestampUpdated = definePush({
  ...everyVersion,
  name: 'last_seen_timestamp_updated',
  payload: Type.Object({ user_id: Type.String(), chat_id: Type.String(), timestamp: Type.Integer() }),
})
