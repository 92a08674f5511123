import { Type } from 'typebox'
import { mapOf } from '../record.js'
import { spec } from '../spec.js'
import { uuid } from './ids.js'
import { unixSeconds } from './time.js'

const fields = mapOf(Type.String())
const customerId = uuid('Id of the customer.')
const customerName = Type.String({ description: 'Name of the customer.' })
const customerEmail = Type.String({ description: 'E-mail address of the customer.' })
const agentId = Type.String({
  description: 'Id of the agent: the login name of a person, or 32 hexadecimal digits for a bot.',
})
const agentName = Type.String({ description: 'Name of the agent.' })

export const customerOfCustomerApi = Type.Object(
  {
    id: customerId,
    type: Type.Literal('customer'),
    name: Type.Optional(customerName),
    email: Type.Optional(customerEmail),
    present: Type.Boolean(),
    fields,
    last_seen_timestamp: Type.Optional(unixSeconds()),
  },
  spec('chat.md "User", customer (C view)'),
)

export const agentOfCustomerApi = Type.Object(
  {
    id: agentId,
    type: Type.Literal('agent'),
    name: agentName,
    avatar: Type.Optional(Type.String()),
    present: Type.Boolean(),
    last_seen_timestamp: Type.Optional(unixSeconds()),
  },
  spec('chat.md "User", agent (C view)'),
)

export const monitoring = Type.Object({
  current_visit: Type.Optional(
    Type.Object({
      start: unixSeconds('When the visit began, in Unix seconds.'),
      pages: Type.Array(
        Type.Object({
          start: unixSeconds('When the page was opened, in Unix seconds.'),
          url: Type.String({ description: 'Address of the page.' }),
          title: Type.Optional(Type.String({ description: 'Title of the page.' })),
        }),
      ),
    }),
  ),
  stats: Type.Object({
    visits: Type.Integer(),
    threads: Type.Integer({ description: 'Number of threads of the customer.' }),
    page_views: Type.Integer(),
    last_visit: Type.Optional(unixSeconds()),
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

export const customerOfAgentApi = Type.Object(
  {
    id: customerId,
    type: Type.Literal('customer'),
    name: Type.Optional(customerName),
    email: Type.Optional(customerEmail),
    present: Type.Boolean(),
    last_seen_timestamp: Type.Optional(unixSeconds()),
    fields,
    banned: Type.Boolean(),
    monitoring: Type.Optional(monitoring),
  },
  spec('chat.md "User", customer (A view)'),
)

export const routingStatus = Type.Union([
  Type.Literal('accepting_chats'),
  Type.Literal('not_accepting_chats'),
])

const agentProfile = {
  id: agentId,
  type: Type.Literal('agent'),
  name: agentName,
  email: Type.String({ description: 'E-mail address of the agent. Empty when unknown.' }),
  present: Type.Boolean(),
  last_seen_timestamp: Type.Optional(unixSeconds()),
  avatar: Type.Optional(Type.String()),
  routing_status: Type.Optional(routingStatus),
}

export const agentOfAgentApi = Type.Object(agentProfile, spec('chat.md "User", agent (A view)'))
export const myProfile = Type.Object(
  { ...agentProfile, permission: Type.String() },
  spec('chat.md "User", my profile (A)'),
)

export const userOfCustomerApi = Type.Union([customerOfCustomerApi, agentOfCustomerApi])
export const userOfAgentApi = Type.Union([customerOfAgentApi, agentOfAgentApi])
