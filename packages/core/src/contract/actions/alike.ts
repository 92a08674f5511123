import { Type } from 'typebox'
import { id } from '../objects/ids.js'
import { nothing } from '../objects/nothing.js'
import { chatPropertiesUpdate, threadPropertiesUpdate } from '../objects/properties.js'
import { unixSeconds } from '../objects/time.js'

/** What is alike in the actions of both chat APIs (spec chat.md "Customer API actions", "Agent API actions"). */

export const sendEvent = {
  name: 'send_event',
  summary:
    'Sends an event to the active thread of a chat, or to a new thread where none is active. An `annotation` goes to the last thread and opens none.',
}

const seenAt = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Up to when, in Unix seconds; without it, now.' }),
)

export const updateLastSeenTimestamp = {
  name: 'update_last_seen_timestamp',
  request: Type.Object({ chat_id: id(), timestamp: seenAt }),
  response: Type.Object({
    timestamp: unixSeconds('Up to when it counts as seen, in Unix seconds.'),
  }),
}

export const updateLastSeenTimestampOfAllChats = {
  ...updateLastSeenTimestamp,
  request: Type.Object({ timestamp: seenAt }),
}

export const updateChatScopes = {
  name: 'update_chat_scopes',
  summary:
    'Changes to which groups a chat is shown, beside its members. Where nothing changes, nothing is pushed.',
  response: nothing,
}

export const updateChatProperties = {
  name: 'update_chat_properties',
  summary: 'Sets properties of a chat; those that are not named stay as they are.',
  request: chatPropertiesUpdate,
  response: nothing,
}

export const updateChatThreadProperties = {
  name: 'update_chat_thread_properties',
  summary: 'Sets properties of a thread, closed or not; those that are not named stay as they are.',
  request: threadPropertiesUpdate,
  response: nothing,
}
