import { Type } from 'typebox'
import { byVersion, defineAction } from '../../define.js'
import { boundedString } from '../../limits.js'
import { customerEvent } from '../../objects/event.js'
import { customerEventRequest, customerPlainEventRequest } from '../../objects/event-request.js'
import { id } from '../../objects/ids.js'
import { nothing } from '../../objects/nothing.js'
import { everywhere } from './everywhere.js'

/** Spec chat.md "Customer API actions". */

const sendEventRequest = <E extends typeof customerEventRequest | typeof customerPlainEventRequest>(
  event: E,
) => Type.Object({ chat_id: id(), event })

export const sendEvent = defineAction({
  ...everywhere,
  name: 'send_event',
  request: byVersion({
    'v0.3': sendEventRequest(customerPlainEventRequest),
    'v0.4': sendEventRequest(customerPlainEventRequest),
    'v0.5': sendEventRequest(customerEventRequest),
  }),
  response: Type.Object({ thread_id: Type.String(), event: customerEvent }),
})

export const sendSneakPeek = defineAction({
  ...everywhere,
  name: 'send_sneak_peek',
  request: Type.Object({ chat_id: id(), sneak_peek_text: boundedString('eventTextLength') }),
  response: nothing,
})

const seenAt = Type.Optional(Type.Integer({ minimum: 0 }))

export const updateLastSeenTimestamp = defineAction({
  ...everywhere,
  name: 'update_last_seen_timestamp',
  versions: ['v0.4', 'v0.5'],
  request: Type.Object({ chat_id: id(), timestamp: seenAt }),
  response: Type.Object({ timestamp: Type.Integer() }),
})

/** v0.3 names no chat: it concerns every chat with an active thread (decisions §15). */
export const updateLastSeenTimestampOfAllChats = defineAction({
  ...everywhere,
  name: 'update_last_seen_timestamp',
  versions: ['v0.3'],
  request: Type.Object({ timestamp: seenAt }),
  response: Type.Object({ timestamp: Type.Integer() }),
})
