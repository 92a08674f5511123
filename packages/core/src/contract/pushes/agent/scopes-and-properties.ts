import { Type } from 'typebox'
import { definePush } from '../../define.js'
import { properties } from '../../objects/properties.js'
import { scopesChange } from '../../objects/scopes.js'
import { everyVersion } from './every-version.js'

/** Spec chat.md "Agent API pushes". */

export const chatScopesUpdated = definePush({
  ...everyVersion,
  name: 'chat_scopes_updated',
  summary: 'The scopes of a chat were changed. Who does not see the chat any more is told this once.',
  payload: Type.Object({ chat_id: Type.String(), scopes_added: scopesChange, scopes_removed: scopesChange }),
})

/** Only what has another value now, and what the receiver may read of it. */
export const chatPropertiesUpdated = definePush({
  ...everyVersion,
  name: 'chat_properties_updated',
  summary: 'Properties of a chat were changed: only those, and of them only what the receiver may read.',
  payload: Type.Object({ chat_id: Type.String(), properties }),
})

export const chatThreadPropertiesUpdated = definePush({
  ...everyVersion,
  name: 'chat_thread_properties_updated',
  summary: 'Properties of a thread were changed: only those, and of them only what the receiver may read.',
  payload: Type.Object({ chat_id: Type.String(), thread_id: Type.String(), properties }),
})
