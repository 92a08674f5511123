import { defineAction } from '../../define.js'
import { scopesUpdate } from '../../objects/scopes.js'
import * as alike from '../alike.js'
import { everywhere } from './everywhere.js'

export const updateChatScopes = defineAction({
  ...everywhere,
  ...alike.updateChatScopes,
  request: scopesUpdate,
})

export const updateChatProperties = defineAction({ ...everywhere, ...alike.updateChatProperties })

export const updateChatThreadProperties = defineAction({ ...everywhere, ...alike.updateChatThreadProperties })
