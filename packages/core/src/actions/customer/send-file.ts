import { sendFile as contract } from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { sendFile as send } from '../shared/send-file.js'

export const sendFile = handle(contract, (context, request) => send(context, request, 'all'))
