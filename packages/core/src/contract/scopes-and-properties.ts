import * as alikeActions from './alike-actions.js'
import * as alikePushes from './alike-pushes.js'
import { defineAction, definePush } from './define.js'
import {
  agentEveryVersion,
  agentEverywhere,
  conversationScopes,
  customerEveryVersion,
  customerEverywhere,
  metaScopes,
} from './every-version.js'
import { scopesUpdate, scopesUpdateWithAgents } from './objects/scopes.js'

export const agentUpdateChatScopes = defineAction({
  ...agentEverywhere,
  ...alikeActions.updateChatScopes,
  versions: ['v0.4'],
  scopes: metaScopes,
  request: scopesUpdate,
})

/** The v0.3 request, which may also name agents (spec chat.md "Versioning"). */
export const updateChatScopesWithAgents = defineAction({
  ...agentEverywhere,
  ...alikeActions.updateChatScopes,
  versions: ['v0.3'],
  scopes: metaScopes,
  request: scopesUpdateWithAgents,
})

export const agentUpdateChatProperties = defineAction({
  ...agentEverywhere,
  ...alikeActions.updateChatProperties,
  scopes: conversationScopes,
})

export const agentUpdateChatThreadProperties = defineAction({
  ...agentEverywhere,
  ...alikeActions.updateChatThreadProperties,
  scopes: conversationScopes,
})

export const customerUpdateChatScopes = defineAction({
  ...customerEverywhere,
  ...alikeActions.updateChatScopes,
  request: scopesUpdate,
})

export const customerUpdateChatProperties = defineAction({
  ...customerEverywhere,
  ...alikeActions.updateChatProperties,
})

export const customerUpdateChatThreadProperties = defineAction({
  ...customerEverywhere,
  ...alikeActions.updateChatThreadProperties,
})

export const agentChatScopesUpdated = definePush({ ...agentEveryVersion, ...alikePushes.chatScopesUpdated })
export const agentChatPropertiesUpdated = definePush({
  ...agentEveryVersion,
  ...alikePushes.chatPropertiesUpdated,
})
export const agentChatThreadPropertiesUpdated = definePush({
  ...agentEveryVersion,
  ...alikePushes.chatThreadPropertiesUpdated,
})

export const customerChatScopesUpdated = definePush({
  ...customerEveryVersion,
  ...alikePushes.chatScopesUpdated,
})
export const customerChatPropertiesUpdated = definePush({
  ...customerEveryVersion,
  ...alikePushes.chatPropertiesUpdated,
})
export const customerChatThreadPropertiesUpdated = definePush({
  ...customerEveryVersion,
  ...alikePushes.chatThreadPropertiesUpdated,
})
