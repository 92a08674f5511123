import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { agentEvent } from '../../objects/event.js'
import { agentEventRequest, agentPlainEventRequest, recipients } from '../../objects/event-request.js'
import { id } from '../../objects/ids.js'
import { nothing } from '../../objects/nothing.js'
import { everywhere } from './everywhere.js'
import { conversationScopes, readScopes } from './scopes.js'

/** Spec chat.md "Agent API actions". */

export const sendEvent = defineAction({
  ...everywhere,
  name: 'send_event',
  scopes: conversationScopes,
  request: byVersion({
    'v0.3': Type.Object({ chat_id: id(), event: agentPlainEventRequest }),
    'v0.4': Type.Object({ chat_id: id(), event: agentEventRequest }),
  }),
  response: Type.Object({ thread_id: Type.String(), event: agentEvent }),
})

export const sendTypingIndicator = defineAction({
  ...everywhere,
  name: 'send_typing_indicator',
  scopes: conversationScopes,
  request: Type.Object({ chat_id: id(), recipients: Type.Optional(recipients), is_typing: Type.Boolean() }),
  response: nothing,
})

export const updateLastSeenTimestamp = defineAction({
  ...everywhere,
  name: 'update_last_seen_timestamp',
  scopes: readScopes,
  request: Type.Object({ chat_id: id(), timestamp: Type.Optional(Type.Integer({ minimum: 0 })) }),
  response: Type.Object({ timestamp: Type.Integer() }),
})
