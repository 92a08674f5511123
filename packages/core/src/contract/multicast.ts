import { Type } from 'typebox'
import { defineAction, definePush } from './define.js'
import { agentEveryVersion, agentEverywhere, customerEveryVersion } from './every-version.js'
import { boundedArray, documented } from './limits.js'
import { id } from './objects/ids.js'
import { incomingMulticastPayload, multicastContent } from './objects/multicast.js'
import { nothing } from './objects/nothing.js'
import { groupId } from './objects/scopes.js'

const common = { ...agentEverywhere, scopes: ['multicast:write'], response: nothing } as const

const namedAgents = Type.Optional(boundedArray(id(), 'idCount', 0, 'Ids of agents.'))
const namedCustomers = Type.Optional(boundedArray(id(), 'idCount', 0, 'Ids of customers.'))
const groups = Type.Optional(boundedArray(groupId, 'scopeGroupCount', 0, 'Ids of groups of agents.'))
const notEmpty = documented({ minProperties: 1 })
const recipients = { description: 'Receivers of the multicast. At least one must be given.', ...notEmpty }

const agents = Type.Object(
  {
    all: Type.Optional(Type.Boolean({ description: 'Whether all agents of the license receive it.' })),
    ids: namedAgents,
    groups,
  },
  { description: 'Agents who receive it.', ...notEmpty },
)
const customers = Type.Object(
  { ids: namedCustomers },
  {
    description: 'Customers who receive it.',
    ...notEmpty,
  },
)

/** At least one of the four lists must name somebody (decisions §6.21). */
export const multicast = defineAction({
  ...common,
  name: 'multicast',
  pushes: ['incoming_multicast'],
  summary:
    'Sends any JSON to agents and customers who are connected. It is not stored, so users who connect later do not receive it.',
  versions: ['v0.4'],
  request: Type.Object({
    scopes: Type.Object({ agents: Type.Optional(agents), customers: Type.Optional(customers) }, recipients),
    content: multicastContent,
  }),
})

/** The v0.3 predecessor of `multicast`, for agents only (spec chat.md "Versioning", decisions §15). */
export const sendBroadcast = defineAction({
  ...common,
  spec: 'chat.md "Versioning"',
  name: 'send_broadcast',
  pushes: ['incoming_multicast'],
  summary:
    'Sends any JSON to agents who are connected. It is not stored, so agents who connect later do not receive it.',
  versions: ['v0.3'],
  request: Type.Object({
    scopes: Type.Object({ agents: namedAgents, groups }, recipients),
    content: multicastContent,
  }),
})

export const agentIncomingMulticast = definePush({
  ...agentEveryVersion,
  versions: ['v0.4'],
  name: 'incoming_multicast',
  summary: 'An agent sent a multicast that includes this agent.',
  payload: incomingMulticastPayload,
})

/** The v0.3 name of `incoming_multicast` (spec chat.md "Versioning"). */
export const incomingBroadcast = definePush({
  ...agentEveryVersion,
  spec: 'chat.md "Versioning"',
  versions: ['v0.3'],
  name: 'incoming_broadcast',
  newerName: 'incoming_multicast',
  summary: 'An agent sent a multicast that includes this agent.',
  payload: incomingMulticastPayload,
})

export const customerIncomingMulticast = definePush({
  ...customerEveryVersion,
  versions: ['v0.5'],
  name: 'incoming_multicast',
  summary: 'An agent sent a multicast that includes this customer.',
  payload: incomingMulticastPayload,
})
