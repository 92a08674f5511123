import { login as contract } from '../../contract/actions/agent/index.js'
import type { RequestOf } from '../../contract/define.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handleLogin } from '../../dispatch/handle-login.js'
import { checkDevice } from '../../domain/devices.js'
import { isLoggedIn } from '../../domain/logged-in.js'
import { ParleyError } from '../../errors.js'
import type { Fact } from '../../facts/fact.js'
import type { Agent } from '../../model/agent.js'
import type { PutDevice } from '../../ports/stores/agents.js'
import { licenseView, licenseWithTrialView } from '../../views/license.js'
import { myProfileView } from '../../views/user.js'
import { getFeatures } from '../../views/viewer.js'
import { chatsSummary, chatsSummaryV03 } from './get-filtered-chats.js'

export const login = handleLogin(contract, async (context, { request, arriving }) => {
  const agent = await logIn(context, request)
  const { viewer } = context
  const my_profile = myProfileView(agent, viewer)
  return getFeatures(viewer).lastEvents === 'per-type'
    ? { license: licenseWithTrialView(arriving.license), my_profile, ...(await chatsSummary(context)) }
    : { license: licenseView(arriving.license), my_profile, ...(await chatsSummaryV03(context)) }
})

type Request = RequestOf<typeof contract>

/**
 * Logs the agent in. `reconnect` keeps the last known status instead of the default (spec chat.md "Agent API actions").
 */
function logIn(context: ActionContext<'agent'>, request: Request): Promise<Agent> {
  const { principal, presence, settings } = context
  const device = deviceOf(context, request)
  return context.commit([principal.id], async ({ tx, steadyAt }) => {
    const routingStatus = request.reconnect ? 'keep' : 'accepting_chats'
    const former = await tx.agents.get(principal.id)
    await presence.connect(tx, principal)
    const agent = await tx.agents.logIn(principal.id, { routingStatus, onlineUntil: 'forever' })
    if (agent === undefined || former === undefined) throw new ParleyError('authentication')
    if (device !== undefined) await tx.agents.putDevice(device, settings.limits.devicesPerAgent)
    return { response: agent, facts: loggedIn(former, agent, steadyAt) }
  })
}

/** Returns no facts when the agent was already connected with the same status. */
function loggedIn(
  former: Agent,
  { id: agentId, licenseId, routingStatus }: Agent,
  steadyAt: number,
): readonly Fact[] {
  const wasConnected = former.onlineUntil === 'forever'
  if (wasConnected && former.routingStatus === routingStatus) return []
  const formerStatus = isLoggedIn(former, steadyAt) ? former.routingStatus : null
  return [{ name: 'agent_logged_in', licenseId, agentId, routingStatus, formerStatus }]
}

/**
 * Returns the device of the request, if it has one. The agent's choice to enable or disable that device is kept
 * (decisions §12).
 */
function deviceOf(
  { principal, settings, now }: ActionContext<'agent'>,
  { push_notifications: notifications, application = {} }: Request,
): PutDevice | undefined {
  const { push_service_token: token, platform } = notifications ?? {}
  if (token === undefined || platform === undefined) return undefined
  const path = 'payload.push_notifications.push_service_token'
  checkDevice({ platform, token }, settings.contractLimits, path)
  const { name: applicationName = null, version: applicationVersion = null } = application
  const device = { platform, applicationName, applicationVersion, putAt: now }
  return { agentId: principal.id, token, isEnabled: 'keep', ...device }
}
