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
    'Adds agents to a chat. With no more than a scope for conversations, agents can add only themselves.',
  scopes: ['chats.conversation--all:write', ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: boundedArray(id(), 'idCount', 1) }),
  response: nothing,
})

export const removeFromChat = defineAction({
  ...everywhere,
  name: 'remove_from_chat',
  pushes: ['chat_users_updated'],
  summary: 'Removes agents from a chat: the caller, where none are named. Customers cannot be removed.',
  scopes: [...conversationScopes, ...metaScopes],
  request: Type.Object({ chat_id: id(), agent_ids: Type.Optional(boundedArray(id(), 'idCount', 1)) }),
  response: nothing,
})

export const banCustomer = defineAction({
  ...everywhere,
  name: 'ban_customer',
  pushes: ['customer_banned'],
  summary:
    'Bans a customer of the license for a number of days: their connections end, and their calls are refused. Another ban they have is replaced.',
  scopes: ['customers.ban:write'],
  request: Type.Object({ customer_id: id(), ban }),
  response: nothing,
})

export const updateAgent = defineAction({
  ...everywhere,
  name: 'update_agent',
  pushes: ['agent_updated'],
  summary: 'Says whether an agent who is logged in accepts chats: the caller, where no agent is named.',
  scopes: ['agents--my:write', 'agents--all:write'],
  request: Type.Object({ agent_id: Type.Optional(id()), routing_status: routingStatus }),
  response: nothing,
})
