import { login as contract } from '../../contract/actions/agent/index.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handleLogin } from '../../dispatch/handle-login.js'
import { connectedForever } from '../../domain/connected-forever.js'
import { ParleyError } from '../../errors.js'
import type { Agent } from '../../ports/stores/agents.js'
import { licenseView } from '../../views/license.js'
import { myProfileView } from '../../views/user.js'
import { featuresOf } from '../../views/viewer.js'
import { chatsSummary, chatsSummaryV03 } from './get-filtered-chats.js'

export const login = handleLogin(contract, async (context, { request, arriving }) => {
  const agent = await logIn(context, request)
  const { viewer } = context
  const loggedIn = {
    license: licenseView(arriving.license, viewer),
    my_profile: myProfileView(agent, viewer),
  }
  return featuresOf(viewer).lastEvents === 'per-type'
    ? { ...loggedIn, ...(await chatsSummary(context)) }
    : { ...loggedIn, ...(await chatsSummaryV03(context)) }
})

type Device = { readonly push_service_token?: string; readonly platform: 'ios' | 'android' }

/** `reconnect` keeps the last known status instead of the default (spec chat.md "Agent API actions"). */
function logIn(
  context: ActionContext<'agent'>,
  request: { readonly reconnect?: boolean; readonly push_notifications?: Device },
): Promise<Agent> {
  const { principal, presence } = context
  return context.commit([principal.id], async ({ tx }) => {
    const routingStatus = request.reconnect ? 'keep' : 'accepting_chats'
    await presence.connect(tx, principal)
    const agent = await tx.agents.logIn(principal.id, { routingStatus, onlineUntil: connectedForever })
    if (agent === undefined) throw new ParleyError('authentication')
    const { push_service_token: token, platform } = request.push_notifications ?? {}
    if (token !== undefined && platform !== undefined) {
      await tx.agents.putDevice({ agentId: agent.id, token, platform, isEnabled: true })
    }
    return { response: agent, facts: [] }
  })
}
