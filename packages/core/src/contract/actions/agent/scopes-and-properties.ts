import { defineAction } from '../../define.js'
import { scopesUpdate, scopesUpdateWithAgents } from '../../objects/scopes.js'
import * as alike from '../alike.js'
import { everywhere } from './everywhere.js'
import { conversationScopes, metaScopes } from './scopes.js'

export const updateChatScopes = defineAction({
  ...everywhere,
  ...alike.updateChatScopes,
  versions: ['v0.4'],
  scopes: metaScopes,
  request: scopesUpdate,
})

/** The v0.3 request, which may also name agents (spec chat.md "Versioning"). */
export const updateChatScopesWithAgents = defineAction({
  ...everywhere,
  ...alike.updateChatScopes,
  versions: ['v0.3'],
  scopes: metaScopes,
  request: scopesUpdateWithAgents,
})

export const updateChatProperties = defineAction({
  ...everywhere,
  ...alike.updateChatProperties,
  scopes: conversationScopes,
})

export const updateChatThreadProperties = defineAction({
  ...everywhere,
  ...alike.updateChatThreadProperties,
  scopes: conversationScopes,
})
