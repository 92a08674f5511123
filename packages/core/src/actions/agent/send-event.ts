import { sendEvent as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { agentEventView } from '../../views/event.js'
import { sendEvent as send } from '../shared/send-event.js'

export const sendEvent = handle(contract, (context, request) =>
  send(context, request, (threadId, event) => ({
    thread_id: threadId,
    event: agentEventView(event, context.viewer),
  })),
)
