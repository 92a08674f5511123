import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import type { RequestOf } from '../contract/define.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { handleLogin } from '../dispatch/handle-login.js'
import { normalizeAgentId } from '../domain/agents.js'
import { afterArrival } from '../domain/customers.js'
import { checkDevice } from '../domain/devices.js'
import { isLoggedIn } from '../domain/logged-in.js'
import { invalid, invalidField, ParleyError } from '../errors.js'
import type { Fact } from '../facts/fact.js'
import type { Agent } from '../model/agent.js'
import type { Customer } from '../model/customer.js'
import type { PutDevice } from '../ports/stores/agents.js'
import { licenseView, licenseWithTrialView } from '../views/license.js'
import { myProfileView } from '../views/user.js'
import { getFeatures } from '../views/viewer.js'
import { chatsSummary, chatsSummaryV03 } from './filtered-chats.js'

export const agentLogin = handleLogin(agentContract.login, async (context, { request, arriving }) => {
  const agent = await logIn(context, request)
  const { viewer } = context
  const my_profile = myProfileView(agent, viewer)
  return getFeatures(viewer).lastEvents === 'per-type'
    ? { license: licenseWithTrialView(arriving.license), my_profile, ...(await chatsSummary(context)) }
    : { license: licenseView(arriving.license), my_profile, ...(await chatsSummaryV03(context)) }
})

type LoginRequest = RequestOf<typeof agentContract.login>

/**
 * Logs the agent in. `reconnect` keeps the last known status instead of the default (spec chat.md "Agent API actions").
 */
function logIn(context: ActionContext<'agent'>, request: LoginRequest): Promise<Agent> {
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
  { push_notifications: notifications, application = {} }: LoginRequest,
): PutDevice | undefined {
  const { push_service_token: token, platform } = notifications ?? {}
  if (token === undefined || platform === undefined) return undefined
  const path = 'payload.push_notifications.push_service_token'
  checkDevice({ platform, token }, settings.contractLimits, path)
  const { name: applicationName = null, version: applicationVersion = null } = application
  const device = { platform, applicationName, applicationVersion, putAt: now }
  return { agentId: principal.id, token, isEnabled: 'keep', ...device }
}

/** Logs the customer in. Nothing is written when the customer's details have not changed. */
export const customerLogin = handleLogin(customerContract.login, async (context, { request, arriving }) => {
  const { principal, client: origin, now: at, settings } = context
  const { customer: details = {} } = request
  const geolocation = await context.geolocator.locate(origin.ip, arriving.customer.visitor)
  const arrival = { details, origin, at, geolocation, referrer: details.monitoring?.page?.referrer }
  const arrived = (customer: Customer) => afterArrival(customer, arrival, settings, 'payload.customer')
  if (arrived(arriving.customer) !== arriving.customer) {
    await context.commit([principal.id], async ({ tx }) => {
      const customer = await tx.customers.lock(principal.id)
      if (customer === undefined) throw new ParleyError('authentication')
      await tx.customers.updateDetails(arrived(customer))
      return { response: undefined, facts: [] }
    })
  }
  const root = settings.paths.customer
  const path = `${root}/${context.version}/static_config?license_id=${principal.licenseId}`
  return { customer_id: principal.id, static_config_path: path }
})

export const updateAgent = handle(agentContract.updateAgent, async (context, request) => {
  const { principal } = context
  const { agent_id: named, routing_status: routingStatus } = request
  const agentId = named === undefined ? principal.id : normalizeAgentId(named)
  if (agentId !== principal.id && !principal.scopes.has('agents--all:write')) {
    throw new ParleyError('authorization', { detail: 'other agents need the scope agents--all:write' })
  }
  return context.commit([agentId], async ({ tx, steadyAt }) => {
    const agent = await tx.agents.get(agentId)
    if (agent?.licenseId !== principal.licenseId)
      throw invalidField({ path: 'payload.agent_id', rule: 'not_found' }, 'does not match any agent')
    // Locks the agent, so the status cannot change between reading the former one and setting the new one.
    const former = await tx.agents.update(agentId, {})
    const updated = await tx.agents.setRoutingStatusIfOnline(agentId, routingStatus, steadyAt)
    if (former === undefined || updated === undefined)
      throw invalid(
        { path: 'payload.routing_status', rule: 'wrong_state' },
        'the agent is not logged in: log in over RTM first',
      )
    const { licenseId } = principal
    const { routingStatus: formerStatus } = former
    const fact = { name: 'agent_updated', licenseId, agentId, routingStatus, formerStatus } as const
    const isSame = formerStatus === routingStatus
    return isSame ? { response: {}, facts: [], unchanged: [fact] } : { response: {}, facts: [fact] }
  })
})

/** Assigns the device to the caller, even if another agent had it: holding its token proves holding the device. */
export const changePushNotifications = handle(
  agentContract.changePushNotifications,
  async (context, request) => {
    const { principal, settings, now } = context
    const { push_service_token: token, platform, enabled: isEnabled } = request
    checkDevice({ platform, token }, settings.contractLimits, 'payload.push_service_token')
    return context.commit([principal.id], async ({ tx }) => {
      const device = { agentId: principal.id, token, platform, isEnabled, putAt: now }
      const unknownApplication = { applicationName: null, applicationVersion: null }
      const isPut = await tx.agents.putDevice(
        { ...device, ...unknownApplication },
        settings.limits.devicesPerAgent,
      )
      if (!isPut) throw new ParleyError('authentication')
      return { response: {}, facts: [] }
    })
  },
)
