import { Type } from 'typebox'
import { uuid } from './objects/ids.js'
import { properties } from './objects/properties.js'
import { scopesChange } from './objects/scopes.js'
import { unixSeconds } from './objects/time.js'

/** Definitions that the pushes of both chat APIs share (spec chat.md "Customer API pushes", "Agent API pushes"). */

export const threadClosed = {
  name: 'thread_closed',
  summary: 'A thread was closed. `user_id` is absent when Parley closed it automatically.',
  payload: Type.Object({
    chat_id: uuid(),
    thread_id: uuid(),
    user_id: Type.Optional(Type.String({ description: 'Id of the user who closed it.' })),
  }),
}

export const lastSeenTimestampUpdated = {
  name: 'last_seen_timestamp_updated',
  summary: 'A user marked a chat as seen up to a later time than before.',
  payload: Type.Object({
    user_id: Type.String({ description: 'Id of the user who has seen the chat.' }),
    chat_id: uuid(),
    timestamp: unixSeconds('Time up to which the chat has been seen, in Unix seconds.'),
  }),
}

export const chatScopesUpdated = {
  name: 'chat_scopes_updated',
  summary:
    'The scopes of a chat changed. Users who can no longer see the chat receive this push, and no further ones.',
  payload: Type.Object({ chat_id: uuid(), scopes_added: scopesChange, scopes_removed: scopesChange }),
}

/** Contains only properties whose value changed, and that the receiver may read. */
export const chatPropertiesUpdated = {
  name: 'chat_properties_updated',
  summary: 'Properties of a chat changed. Contains only the changed properties that the receiver can read.',
  payload: Type.Object({ chat_id: uuid(), properties }),
}

export const chatThreadPropertiesUpdated = {
  name: 'chat_thread_properties_updated',
  summary: 'Properties of a thread changed. Contains only the changed properties that the receiver can read.',
  payload: Type.Object({ chat_id: uuid(), thread_id: uuid(), properties }),
}
