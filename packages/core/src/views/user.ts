import type { Static } from 'typebox'
import type {
  agentOfAgentApi,
  agentOfCustomerApi,
  customerOfAgentApi,
  customerOfCustomerApi,
  monitoring,
  myProfile,
} from '../contract/objects/user.js'
import { getEmail } from '../domain/agents.js'
import { isBanned } from '../domain/bans.js'
import { isLoggedIn } from '../domain/logged-in.js'
import { goesOn } from '../domain/visits.js'
import type { Agent } from '../model/agent.js'
import type { ChatUser } from '../model/chat.js'
import type { Customer, Visitor } from '../model/customer.js'
import { type AgentViewer, toSeconds } from './viewer.js'

type CustomerUser = Extract<ChatUser, { kind: 'customer' }>
type AgentUser = Extract<ChatUser, { kind: 'agent' }>
/** The fields of a user that depend on the chat. */
type Presence = Pick<ChatUser, 'isPresent' | 'lastSeenAt'>

export function customerApiUserView(user: ChatUser) {
  return user.kind === 'customer' ? customerOfCustomerApiView(user) : agentOfCustomerApiView(user)
}

/**
 * Which pages of a visit are shown. `last` shows only the last one, to keep frequent pushes and long lists short
 * (decisions §16.18).
 */
export type ShownPages = 'last' | 'all'

export function agentApiUserView(user: ChatUser, viewer: AgentViewer, pages: ShownPages = 'last') {
  return user.kind === 'customer'
    ? customerOfAgentApiView(user, viewer, pages)
    : agentOfAgentApiView(user.agent, user, viewer)
}

export function customerOfCustomerApiView(user: CustomerUser): Static<typeof customerOfCustomerApi> {
  return Object.assign(customerProfileOfCustomerApiView(user.customer), presenceView(user))
}

/** Returns the part of a customer that is the same in every chat. */
export function customerProfileOfCustomerApiView(customer: Customer) {
  return {
    id: customer.id,
    type: 'customer' as const,
    ...detailsView(customer),
    fields: { ...customer.fields },
  }
}

/** Returns an agent as customers see it, without `email` and routing status (decisions §5.1). */
function agentOfCustomerApiView(user: AgentUser): Static<typeof agentOfCustomerApi> {
  const { id, name, avatar } = user.agent
  return {
    id,
    type: 'agent',
    name,
    ...(avatar !== null && { avatar }),
    present: user.isPresent,
    ...lastSeenView(user),
  }
}

export function customerOfAgentApiView(
  user: CustomerUser,
  viewer: AgentViewer,
  pages: ShownPages = 'last',
): Static<typeof customerOfAgentApi> {
  return Object.assign(customerProfileOfAgentApiView(user.customer, viewer, pages), presenceView(user))
}

/** Returns the part of a customer that is the same in every chat. */
export function customerProfileOfAgentApiView(
  customer: Customer,
  viewer: AgentViewer,
  pages: ShownPages = 'last',
) {
  const { visitor } = customer
  return {
    id: customer.id,
    type: 'customer' as const,
    ...detailsView(customer),
    fields: { ...customer.fields },
    banned: isBanned(customer.bannedUntil, viewer.now),
    ...(visitor && { monitoring: monitoringView(customer, visitor, viewer, pages) }),
  }
}

/** Returns the part of a user that depends on the chat. */
export function presenceView(presence: Presence) {
  return { present: presence.isPresent, ...lastSeenView(presence) }
}

export function agentOfAgentApiView(
  agent: Agent,
  presence: Presence,
  viewer: AgentViewer,
): Static<typeof agentOfAgentApi> {
  return {
    id: agent.id,
    type: 'agent',
    name: agent.name,
    email: getEmail(agent),
    present: presence.isPresent,
    ...lastSeenView(presence),
    ...(agent.avatar !== null && { avatar: agent.avatar }),
    ...(isLoggedIn(agent, viewer.steadyNow) && { routing_status: agent.routingStatus }),
  }
}

/** Returns the profile of the logged-in agent. */
export function myProfileView(agent: Agent, viewer: AgentViewer): Static<typeof myProfile> {
  const presence = { isPresent: true, lastSeenAt: null }
  return { ...agentOfAgentApiView(agent, presence, viewer), permission: agent.permission }
}

function detailsView({ name, email }: Customer) {
  return { ...(name !== null && { name }), ...(email !== null && { email }) }
}

function lastSeenView({ lastSeenAt }: Presence) {
  return lastSeenAt === null ? {} : { last_seen_timestamp: toSeconds(lastSeenAt) }
}

function monitoringView(
  { threadCount }: Customer,
  visitor: Visitor,
  { now }: AgentViewer,
  pages: ShownPages,
): Static<typeof monitoring> {
  const { currentVisit, lastVisitAt, referrer, ip, userAgent } = visitor
  const geolocation = geolocationView(visitor)
  return {
    ...(currentVisit && goesOn(currentVisit, now) && { current_visit: visitView(currentVisit, pages) }),
    stats: {
      visits: visitor.visitCount,
      threads: threadCount,
      page_views: visitor.pageViewCount,
      ...(lastVisitAt !== null && { last_visit: toSeconds(lastVisitAt) }),
    },
    ...(referrer !== null && { referrer }),
    // The host is the address, because no reverse lookup is made.
    ...(ip !== null && { ip, host: ip }),
    ...(userAgent !== null && { user_agent: userAgent }),
    ...(geolocation && { geolocation }),
  }
}

/** Returns the geolocation. The time zone that the customer's browser reported is preferred to that of the address. */
function geolocationView({ geolocation, timezone: told }: Visitor): Static<typeof monitoring>['geolocation'] {
  const { country, countryCode, region, city } = geolocation ?? {}
  const timezone = told ?? geolocation?.timezone
  if (geolocation === null && timezone === undefined) return undefined
  return {
    ...(country !== undefined && { country }),
    ...(countryCode !== undefined && { country_code: countryCode }),
    ...(region !== undefined && { region }),
    ...(city !== undefined && { city }),
    ...(timezone !== undefined && { timezone }),
  }
}

function visitView(visit: NonNullable<Visitor['currentVisit']>, shown: ShownPages) {
  const pages = shown === 'all' ? visit.pages : visit.pages.slice(-1)
  return {
    start: toSeconds(visit.startedAt),
    pages: pages.map(({ startedAt, url, title }) => ({
      start: toSeconds(startedAt),
      url,
      ...(title !== null && { title }),
    })),
  }
}
