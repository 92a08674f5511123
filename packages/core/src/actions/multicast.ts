import * as agentContract from '../contract/agent-actions.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { type RequestedRecipients, toMulticastContent, toRecipients } from '../domain/multicast.js'

/** Sends a multicast. It is not stored, so users who are not connected never receive it (decisions §6.21). */
export const multicast = handle(agentContract.multicast, send)

/** Sends a multicast to agents only (spec chat.md "Versioning"). */
export const sendBroadcast = handle(agentContract.sendBroadcast, (context, { scopes, content }) => {
  const { agents: ids = [], groups = [] } = scopes
  return send(context, { scopes: { agents: { ids, groups } }, content })
})

async function send(
  context: ActionContext<'agent'>,
  request: { readonly scopes: RequestedRecipients; readonly content: unknown },
): Promise<Record<string, never>> {
  const recipients = toRecipients(request.scopes)
  const content = toMulticastContent(request.content, context.settings.limits.multicastContentBytes)
  context.takeRate('multicasts')
  const { licenseId, id: authorId } = context.principal
  const fact = { name: 'incoming_multicast', licenseId, authorId, content, recipients } as const
  return context.announceWithoutChat({ response: {}, facts: [fact] })
}
