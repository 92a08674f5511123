import { Type } from 'typebox'
import { defineAction } from '../../define.js'
import { boundedArray } from '../../limits.js'
import { ban } from '../../objects/ban.js'
import { id } from '../../objects/ids.js'
import { nothing } from '../../objects/nothing.js'
import { routingStatus } from '../../objects/user.js'
import { everywhere } from './everywhere.js'
import { conversationScopes, metaScopes } from './scopes.js'

export const joinChat = defineAction({
  ...everywhere,
  name: 'join_chat',
  pushes: ['chat_users_updated'],
  summary:
    'Adds agents to a chat. With only the scope `chats.conversation--all:write`, agents can add only themselves.',
  scopes: ['chats.conversation--all:write', ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: boundedArray(id(), 'idCount', 1) }),
  response: nothing,
})

export const removeFromChat = defineAction({
  ...everywhere,
  name: 'remove_from_chat',
  pushes: ['chat_users_updated'],
  summary:
    'Removes agents from a chat. Without `agent_ids`, the calling agent leaves it; customers cannot be removed.',
  scopes: [...conversationScopes, ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: Type.Optional(boundedArray(id(), 'idCount', 1)) }),
  response: nothing,
})

export const banCustomer = defineAction({
  ...everywhere,
  name: 'ban_customer',
  pushes: ['customer_banned'],
  summary:
    'Bans a customer for a number of days, ends their connections, and rejects their requests. Replaces an earlier ban.',
  scopes: ['customers.ban:write'],
  request: Type.Object({ customer_id: id(), ban }),
  response: nothing,
})

export const updateAgent = defineAction({
  ...everywhere,
  name: 'update_agent',
  pushes: ['agent_updated'],
  summary:
    'Sets whether a logged-in agent accepts chats. Without `agent_id`, it applies to the calling agent.',
  scopes: ['agents--my:write', 'agents--all:write'],
  request: Type.Object({ agent_id: Type.Optional(id()), routing_status: routingStatus }),
  response: nothing,
})
