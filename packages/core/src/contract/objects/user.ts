import { Type } from 'typebox'
import { mapOf } from '../record.js'

const fields = mapOf(Type.String())
const customerId = Type.String({ description: 'Id of the customer.' })
const customerName = Type.String({ description: 'Name of the customer.' })
const customerEmail = Type.String({ description: 'E-mail address of the customer.' })
const agentId = Type.String({
  description: 'Id of the agent: their login, or of a bot 32 hexadecimal digits.',
})
const agentName = Type.String({ description: 'Name of the agent.' })

/** Spec chat.md "User"; (C) and (A) name the API that shows it. */

export const customerOfCustomerApi = Type.Object({
  id: customerId,
  type: Type.Literal('customer'),
  name: Type.Optional(customerName),
  email: Type.Optional(customerEmail),
  present: Type.Boolean(),
  fields,
  last_seen_timestamp: Type.Optional(Type.Integer()),
})

export const agentOfCustomerApi = Type.Object({
  id: agentId,
  type: Type.Literal('agent'),
  name: agentName,
  avatar: Type.Optional(Type.String()),
  present: Type.Boolean(),
  last_seen_timestamp: Type.Optional(Type.Integer()),
})

export const monitoring = Type.Object({
  current_visit: Type.Optional(
    Type.Object({
      start: Type.Integer({ description: 'When the visit began, in Unix seconds.' }),
      pages: Type.Array(
        Type.Object({
          start: Type.Integer({ description: 'When the page was opened, in Unix seconds.' }),
          url: Type.String({ description: 'Address of the page.' }),
          title: Type.Optional(Type.String({ description: 'Title of the page.' })),
        }),
      ),
    }),
  ),
  stats: Type.Object({
    visits: Type.Integer(),
    threads: Type.Integer({ description: 'How many threads the customer has had.' }),
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
  id: customerId,
  type: Type.Literal('customer'),
  name: Type.Optional(customerName),
  email: Type.Optional(customerEmail),
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
  id: agentId,
  type: Type.Literal('agent'),
  name: agentName,
  email: Type.String({ description: 'E-mail address of the agent; empty where none is known.' }),
  present: Type.Boolean(),
  last_seen_timestamp: Type.Optional(Type.Integer()),
  avatar: Type.Optional(Type.String()),
  routing_status: Type.Optional(routingStatus),
}

export const agentOfAgentApi = Type.Object(agentProfile)
export const myProfile = Type.Object({ ...agentProfile, permission: Type.String() })

export const userOfCustomerApi = Type.Union([customerOfCustomerApi, agentOfCustomerApi])
export const userOfAgentApi = Type.Union([customerOfAgentApi, agentOfAgentApi])
