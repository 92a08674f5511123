import { defineAction } from '../../define.js'
import { nothing } from '../../objects/nothing.js'
import { chatPropertiesUpdate, threadPropertiesUpdate } from '../../objects/properties.js'
import { scopesUpdate, scopesUpdateWithAgents } from '../../objects/scopes.js'
import { everywhere } from './everywhere.js'
import { conversationScopes, metaScopes } from './scopes.js'

/** Spec chat.md "Agent API actions". */

const updateChatScopesCommon = {
  ...everywhere,
  name: 'update_chat_scopes',
  summary:
    'Changes to which groups a chat is shown, beside its members. Where nothing changes, nothing is pushed.',
  scopes: metaScopes,
  response: nothing,
} as const

export const updateChatScopes = defineAction({
  ...updateChatScopesCommon,
  versions: ['v0.4'],
  request: scopesUpdate,
})

/** v0.3 may name agents too (spec chat.md "Versioning"). */
export const updateChatScopesWithAgents = defineAction({
  ...updateChatScopesCommon,
  versions: ['v0.3'],
  request: scopesUpdateWithAgents,
})

export const updateChatProperties = defineAction({
  ...everywhere,
  name: 'update_chat_properties',
  summary: 'Sets properties of a chat; those that are not named stay as they are.',
  scopes: conversationScopes,
  request: chatPropertiesUpdate,
  response: nothing,
})

export const updateChatThreadProperties = defineAction({
  ...everywhere,
  name: 'update_chat_thread_properties',
  summary: 'Sets properties of a thread, closed or not; those that are not named stay as they are.',
  scopes: conversationScopes,
  request: threadPropertiesUpdate,
  response: nothing,
})
