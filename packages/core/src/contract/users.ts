import { type TString, Type } from 'typebox'
import { defineAction, definePush } from './define.js'
import {
  agentEveryVersion,
  agentEverywhere,
  conversationScopes,
  customerEveryVersion,
  customerEverywhere,
  metaScopes,
} from './every-version.js'
import { boundedArray } from './limits.js'
import { ban } from './objects/ban.js'
import { customerUpdateRequest } from './objects/customer-details.js'
import { id, uuid } from './objects/ids.js'
import { nothing } from './objects/nothing.js'
import {
  agentOfAgentApi,
  customerOfAgentApi,
  customerOfCustomerApi,
  routingStatus,
  userOfCustomerApi,
} from './objects/user.js'

export const joinChat = defineAction({
  ...agentEverywhere,
  name: 'join_chat',
  pushes: ['chat_users_updated'],
  summary:
    'Adds agents to a chat. With only the scope `chats.conversation--all:write`, agents can add only themselves.',
  scopes: ['chats.conversation--all:write', ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: boundedArray(id(), 'idCount', 1) }),
  response: nothing,
})

export const removeFromChat = defineAction({
  ...agentEverywhere,
  name: 'remove_from_chat',
  pushes: ['chat_users_updated'],
  summary:
    'Removes agents from a chat. Without `agent_ids`, the calling agent leaves it; customers cannot be removed.',
  scopes: [...conversationScopes, ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: Type.Optional(boundedArray(id(), 'idCount', 1)) }),
  response: nothing,
})

export const banCustomer = defineAction({
  ...agentEverywhere,
  name: 'ban_customer',
  pushes: ['customer_banned'],
  summary:
    'Bans a customer for a number of days, ends their connections, and rejects their requests. Replaces an earlier ban.',
  scopes: ['customers.ban:write'],
  request: Type.Object({ customer_id: id(), ban }),
  response: nothing,
})

export const updateAgent = defineAction({
  ...agentEverywhere,
  name: 'update_agent',
  pushes: ['agent_updated'],
  summary:
    'Sets whether a logged-in agent accepts chats. Without `agent_id`, it applies to the calling agent.',
  scopes: ['agents--my:write', 'agents--all:write'],
  request: Type.Object({ agent_id: Type.Optional(id()), routing_status: routingStatus }),
  response: nothing,
})

export const updateCustomer = defineAction({
  ...customerEverywhere,
  name: 'update_customer',
  pushes: ['customer_updated'],
  summary:
    'Updates the given details of the customer, and merges `fields`. The details can also be nested in `customer`, as in `login`.',
  request: customerUpdateRequest,
  response: Type.Object({ customer: customerOfCustomerApi }),
})

const updatedUsers = <U extends typeof customerOfAgentApi | typeof agentOfAgentApi>(user: U, id: TString) =>
  Type.Object({ added: Type.Array(user), removed_ids: Type.Array(id) })

export const agentChatUsersUpdated = definePush({
  ...agentEveryVersion,
  name: 'chat_users_updated',
  summary:
    'Users joined or left a chat, or an agent wrote in a chat without joining it. Removed users receive it too.',
  payload: Type.Object({
    chat_id: uuid(),
    updated_users: Type.Object({
      customers: updatedUsers(customerOfAgentApi, uuid()),
      agents: updatedUsers(agentOfAgentApi, Type.String()),
    }),
  }),
})

export const agentCustomerUpdated = definePush({
  ...agentEveryVersion,
  name: 'customer_updated',
  summary: 'Details of a customer changed. It is pushed once for each active chat of the customer.',
  payload: Type.Object({ chat_id: uuid(), customer: customerOfAgentApi }),
})

export const customerBanned = definePush({
  ...agentEveryVersion,
  name: 'customer_banned',
  summary: 'A customer was banned.',
  payload: Type.Object({ customer_id: uuid(), ban }),
})

export const agentUpdated = definePush({
  ...agentEveryVersion,
  name: 'agent_updated',
  summary: 'An agent of the license started or stopped accepting chats.',
  payload: Type.Object({ agent_id: Type.String(), routing_status: routingStatus }),
})

export const customerChatUsersUpdated = definePush({
  ...customerEveryVersion,
  name: 'chat_users_updated',
  summary:
    'Users joined or left a chat, or an agent wrote in a chat without joining it. Removed users receive it too.',
  payload: Type.Object({
    chat_id: uuid(),
    updated_users: Type.Object({
      added: Type.Array(userOfCustomerApi),
      removed_ids: Type.Array(Type.String()),
    }),
  }),
})

export const customerCustomerUpdated = definePush({
  ...customerEveryVersion,
  name: 'customer_updated',
  summary: 'Details of the customer changed. It is pushed once for each active chat of the customer.',
  payload: Type.Object({ chat_id: uuid(), customer: customerOfCustomerApi }),
})
