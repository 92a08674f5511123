import { closeThread as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { closeThread as close } from '../shared/close-thread.js'

export const closeThread = handle(contract, close)
