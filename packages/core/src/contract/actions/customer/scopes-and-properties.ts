import { defineAction } from '../../define.js'
import { nothing } from '../../objects/nothing.js'
import { chatPropertiesUpdate, threadPropertiesUpdate } from '../../objects/properties.js'
import { scopesUpdate } from '../../objects/scopes.js'
import { everywhere } from './everywhere.js'

/** Spec chat.md "Customer API actions". */

export const updateChatScopes = defineAction({
  ...everywhere,
  name: 'update_chat_scopes',
  summary:
    'Changes to which groups a chat is shown, beside its members. Where nothing changes, nothing is pushed.',
  request: scopesUpdate,
  response: nothing,
})

export const updateChatProperties = defineAction({
  ...everywhere,
  name: 'update_chat_properties',
  summary: 'Sets properties of a chat; those that are not named stay as they are.',
  request: chatPropertiesUpdate,
  response: nothing,
})

export const updateChatThreadProperties = defineAction({
  ...everywhere,
  name: 'update_chat_thread_properties',
  summary: 'Sets properties of a thread, closed or not; those that are not named stay as they are.',
  request: threadPropertiesUpdate,
  response: nothing,
})
