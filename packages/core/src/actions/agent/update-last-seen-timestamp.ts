import { updateLastSeenTimestamp as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { updateLastSeenTimestamp as update } from '../shared/update-last-seen-timestamp.js'

export const updateLastSeenTimestamp = handle(contract, update)
