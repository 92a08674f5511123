import { Type } from 'typebox'
import { uuid } from '../objects/ids.js'
import { properties } from '../objects/properties.js'
import { scopesChange } from '../objects/scopes.js'
import { unixSeconds } from '../objects/time.js'

/** Definitions that the pushes of both chat APIs share (spec chat.md "Customer API pushes", "Agent API pushes"). */

export const threadClosed = {
  name: 'thread_closed',
  summary: 'A thread was closed. `user_id` is missing where nobody closed it but the service itself.',
  payload: Type.Object({
    chat_id: uuid(),
    thread_id: uuid(),
    user_id: Type.Optional(Type.String({ description: 'Id of the user who closed it.' })),
  }),
}

export const lastSeenTimestampUpdated = {
  name: 'last_seen_timestamp_updated',
  summary: 'Somebody has seen a chat up to a later time than before.',
  payload: Type.Object({
    user_id: Type.String({ description: 'Id of the user who has seen it.' }),
    chat_id: uuid(),
    timestamp: unixSeconds('Up to when, in Unix seconds.'),
  }),
}

export const chatScopesUpdated = {
  name: 'chat_scopes_updated',
  summary: 'The scopes of a chat were changed. Who does not see the chat any more is told this once.',
  payload: Type.Object({ chat_id: uuid(), scopes_added: scopesChange, scopes_removed: scopesChange }),
}

/** Contains only properties whose value changed, and that the receiver may read. */
export const chatPropertiesUpdated = {
  name: 'chat_properties_updated',
  summary: 'Properties of a chat were changed: only those, and of them only what the receiver may read.',
  payload: Type.Object({ chat_id: uuid(), properties }),
}

export const chatThreadPropertiesUpdated = {
  name: 'chat_thread_properties_updated',
  summary: 'Properties of a thread were changed: only those, and of them only what the receiver may read.',
  payload: Type.Object({ chat_id: uuid(), thread_id: uuid(), properties }),
}
