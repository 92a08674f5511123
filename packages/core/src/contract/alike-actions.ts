import { Type } from 'typebox'
import { id } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import { chatPropertiesUpdate, threadPropertiesUpdate } from './objects/properties.js'
import { unixSeconds } from './objects/time.js'
import { fileUrlMeaning } from './objects/uploaded-file.js'

/** Definitions that the actions of both chat APIs share (spec chat.md "Customer API actions", "Agent API actions"). */

/**
 * Pushes of every action that sends an event. The push of a thread that the event opens contains the event (spec
 * chat.md "States and transitions").
 */
export const eventPushes = ['incoming_chat_thread', 'incoming_event']

export const sendEvent = {
  name: 'send_event',
  pushes: eventPushes,
  summary:
    'Sends an event to the active thread of a chat, or to a new thread when none is active. An `annotation` is added to the last thread and never starts a new one.',
}

export const sendFile = {
  name: 'send_file',
  pushes: eventPushes,
  summary:
    'Sends a file of at most 10 MB as an event of type `file` to the active thread of a chat, or to a new thread when none is active.',
  transports: ['web'],
  upload: 'file',
  response: Type.Object({ url: Type.String({ description: fileUrlMeaning }) }),
} as const

const seenAt = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'Time up to which the chat is marked as seen, in Unix seconds. Default: now.',
  }),
)

export const updateLastSeenTimestamp = {
  name: 'update_last_seen_timestamp',
  pushes: ['last_seen_timestamp_updated'],
  request: Type.Object({ chat_id: id(), timestamp: seenAt }),
  response: Type.Object({
    timestamp: unixSeconds('Time up to which the chat is now marked as seen, in Unix seconds.'),
  }),
}

export const updateLastSeenTimestampOfAllChats = {
  ...updateLastSeenTimestamp,
  request: Type.Object({ timestamp: seenAt }),
}

export const updateChatScopes = {
  name: 'update_chat_scopes',
  pushes: ['chat_scopes_updated'],
  summary:
    'Adds groups to the scopes of a chat, and removes groups from them. Agents of these groups see the chat besides its members.',
  response: nothing,
}

export const updateChatProperties = {
  name: 'update_chat_properties',
  pushes: ['chat_properties_updated'],
  summary: 'Sets properties of a chat. Other properties keep their values.',
  request: chatPropertiesUpdate,
  response: nothing,
}

export const updateChatThreadProperties = {
  name: 'update_chat_thread_properties',
  pushes: ['chat_thread_properties_updated'],
  summary: 'Sets properties of a thread, active or closed. Other properties keep their values.',
  request: threadPropertiesUpdate,
  response: nothing,
}
