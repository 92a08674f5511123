import { Type } from 'typebox'
import { mapOf } from '../record.js'

const fields = mapOf(Type.String())

/** Spec chat.md "User"; (C) and (A) name the API that shows it. */

export const customerOfCustomerApi = Type.Object({
  id: Type.String(),
  type: Type.Literal('customer'),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  present: Type.Boolean(),
  fields,
  last_seen_timestamp: Type.Optional(Type.Integer()),
})

export const agentOfCustomerApi = Type.Object({
  id: Type.String(),
  type: Type.Literal('agent'),
  name: Type.String(),
  avatar: Type.Optional(Type.String()),
  present: Type.Boolean(),
  last_seen_timestamp: Type.Optional(Type.Integer()),
})

export const monitoring = Type.Object({
  current_visit: Type.Optional(
    Type.Object({
      start: Type.Integer(),
      pages: Type.Array(
        Type.Object({ start: Type.Integer(), url: Type.String(), title: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  stats: Type.Object({
    visits: Type.Integer(),
    threads: Type.Integer(),
    page_views: Type.Integer(),
    last_visit: Type.Optional(Type.Integer()),
  }),
  referrer: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  host: Type.Optional(Type.String()),
  user_agent: Type.Optional(Type.String()),
  geolocation: Type.Optional(
    Type.Object({
      country: Type.Optional(Type.String()),
      country_code: Type.Optional(Type.String()),
      region: Type.Optional(Type.String()),
      city: Type.Optional(Type.String()),
      timezone: Type.Optional(Type.String()),
    }),
  ),
})

export const customerOfAgentApi = Type.Object({
  id: Type.String(),
  type: Type.Literal('customer'),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  present: Type.Boolean(),
  last_seen_timestamp: Type.Optional(Type.Integer()),
  fields,
  banned: Type.Boolean(),
  monitoring: Type.Optional(monitoring),
})

export const routingStatus = Type.Union([
  Type.Literal('accepting_chats'),
  Type.Literal('not_accepting_chats'),
])

const agentProfile = {
  id: Type.String(),
  type: Type.Literal('agent'),
  name: Type.String(),
  /** Empty where none is known. */
  email: Type.String(),
  present: Type.Boolean(),
  last_seen_timestamp: Type.Optional(Type.Integer()),
  avatar: Type.Optional(Type.String()),
  routing_status: Type.Optional(routingStatus),
}

export const agentOfAgentApi = Type.Object(agentProfile)
export const myProfile = Type.Object({ ...agentProfile, permission: Type.String() })

export const userOfCustomerApi = Type.Union([customerOfCustomerApi, agentOfCustomerApi])
export const userOfAgentApi = Type.Union([customerOfAgentApi, agentOfAgentApi])
