import { Type } from 'typebox'
import { defineAction } from './define.js'
import { agentEverywhere } from './every-version.js'
import { boundedString } from './limits.js'
import { autoChatScopes, autoChatScopesRulesRequest } from './objects/auto-chat-scopes.js'
import { id, uuid } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import { chatScopesRequest } from './objects/scopes.js'

export const addAutoChatScopes = defineAction({
  ...agentEverywhere,
  name: 'add_auto_chat_scopes',
  summary:
    'Adds automatic chat scopes: a new chat that meets the rules is shown to the given groups from its start.',
  scopes: ['auto_chat_scopes:write'],
  request: Type.Object({
    scopes: chatScopesRequest,
    rules: autoChatScopesRulesRequest,
    description: Type.Optional(boundedString('nameLength')),
  }),
  response: Type.Object({ auto_chat_scopes_id: uuid() }),
})

export const removeAutoChatScopes = defineAction({
  ...agentEverywhere,
  name: 'remove_auto_chat_scopes',
  summary: 'Removes automatic chat scopes. Existing chats do not change.',
  scopes: ['auto_chat_scopes:write'],
  request: Type.Object({ auto_chat_scopes_id: id() }),
  response: nothing,
})

export const getAutoChatScopesConfig = defineAction({
  ...agentEverywhere,
  name: 'get_auto_chat_scopes_config',
  summary: 'Lists the automatic chat scopes of the license.',
  scopes: ['auto_chat_scopes:read'],
  request: Type.Object({}),
  response: Type.Object({ auto_chat_scopes_config: Type.Array(autoChatScopes) }),
})
