import type { Static } from 'typebox'
import type {
  agentOfAgentApi,
  agentOfCustomerApi,
  customerOfAgentApi,
  customerOfCustomerApi,
  monitoring,
  myProfile,
} from '../contract/objects/user.js'
import { emailOf } from '../domain/agents.js'
import { isBanned } from '../domain/bans.js'
import { goesOn } from '../domain/visits.js'
import type { Agent } from '../model/agent.js'
import type { ChatUser } from '../model/chat.js'
import type { Customer, Visitor } from '../model/customer.js'
import { type AgentViewer, toSeconds } from './viewer.js'

type CustomerUser = Extract<ChatUser, { kind: 'customer' }>
type AgentUser = Extract<ChatUser, { kind: 'agent' }>
/** What depends on the chat that the user is shown in. */
type Presence = Pick<ChatUser, 'isPresent' | 'lastSeenAt'>

export function customerApiUserView(user: ChatUser) {
  return user.kind === 'customer' ? customerOfCustomerApiView(user) : agentOfCustomerApiView(user)
}

/** Of a visit, `last` shows the last page only: what goes out often, or for many chats, is short (decisions §16.18). */
export type ShownPages = 'last' | 'all'

export function agentApiUserView(user: ChatUser, viewer: AgentViewer, pages: ShownPages = 'last') {
  return user.kind === 'customer'
    ? customerOfAgentApiView(user, viewer, pages)
    : agentOfAgentApiView(user.agent, user, viewer)
}

export function customerOfCustomerApiView(user: CustomerUser): Static<typeof customerOfCustomerApi> {
  return Object.assign(customerProfileOfCustomerApiView(user.customer), presenceView(user))
}

/** What is the same in every chat that shows the customer. */
export function customerProfileOfCustomerApiView(customer: Customer) {
  return {
    id: customer.id,
    type: 'customer' as const,
    ...detailsView(customer),
    fields: { ...customer.fields },
  }
}

/** Never the `email`, and no routing status (decisions §5.1). */
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

/** What is the same in every chat that shows the customer. */
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

/** What differs from chat to chat. */
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
    email: emailOf(agent),
    present: presence.isPresent,
    ...lastSeenView(presence),
    ...(agent.avatar !== null && { avatar: agent.avatar }),
    ...(agent.onlineUntil > viewer.steadyNow && { routing_status: agent.routingStatus }),
  }
}

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
    // No reverse look-up is made: the address stands for the host.
    ...(ip !== null && { ip, host: ip }),
    ...(userAgent !== null && { user_agent: userAgent }),
    ...(geolocation && { geolocation }),
  }
}

/** The customer's own clock knows its time zone better than the address does. */
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
