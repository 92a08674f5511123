import { defineAction } from '../../define.js'
import { nothing } from '../../objects/nothing.js'
import { chatPropertiesUpdate, threadPropertiesUpdate } from '../../objects/properties.js'
import { scopesUpdate } from '../../objects/scopes.js'
import { everywhere } from './everywhere.js'

/** Spec chat.md "Customer API actions". */

export const updateChatScopes = defineAction({
  ...everywhere,
  name: 'update_chat_scopes',
  request: scopesUpdate,
  response: nothing,
})

export const updateChatProperties = defineAction({
  ...everywhere,
  name: 'update_chat_properties',
  request: chatPropertiesUpdate,
  response: nothing,
})

export const updateChatThreadProperties = defineAction({
  ...everywhere,
  name: 'update_chat_thread_properties',
  request: threadPropertiesUpdate,
  response: nothing,
})
