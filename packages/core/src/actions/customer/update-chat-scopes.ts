import { updateChatScopes as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { updateChatScopes as update } from '../shared/update-chat-scopes.js'

export const updateChatScopes = handle(contract, update)
