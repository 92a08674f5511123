import { updateChatProperties as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { updateChatProperties as update } from '../shared/update-properties.js'

export const updateChatProperties = handle(contract, update)
