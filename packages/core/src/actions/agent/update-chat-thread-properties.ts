import { updateChatThreadProperties as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { updateChatThreadProperties as update } from '../shared/update-properties.js'

export const updateChatThreadProperties = handle(contract, update)
