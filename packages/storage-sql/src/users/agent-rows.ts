import type { Agent } from '@parley/core/storage'
import type { RowOf } from '../sql/column-types.js'
import { integer, json, oneOf, text, textOrNull } from '../sql/columns.js'
import type { Row } from '../sql/executor.js'

/** Value of `online_until` for `forever`: later than every instant, so that comparisons treat it like one. */
export const onlineForever = 9_007_199_254_740_991

/** Columns of an agent, without `removed_at`, which is `null` for a new agent. */
export const agentColumns = {
  id: 'text',
  license_id: 'integer',
  external_id: 'text',
  name: 'text',
  email: 'text',
  avatar: 'text',
  permission: 'text',
  groups: 'text',
  max_chats_count: 'integer',
  owner_client_id: 'text',
  routing_status: 'text',
  online_until: 'integer',
  created_at: 'integer',
} as const

export const agentSelection = [
  'agents.id',
  'agents.license_id',
  'agents.external_id',
  'agents.name',
  'agents.email',
  'agents.avatar',
  'agents.permission',
  'agents.groups',
  'agents.max_chats_count',
  'agents.owner_client_id',
  'agents.routing_status',
  'agents.online_until',
  'agents.created_at',
] as const

export function decodeAgent(row: Row): Agent {
  return {
    id: text(row, 'id'),
    licenseId: integer(row, 'license_id'),
    externalId: textOrNull(row, 'external_id'),
    name: text(row, 'name'),
    email: textOrNull(row, 'email'),
    avatar: textOrNull(row, 'avatar'),
    permission: decodePermission(row),
    groups: json<Agent['groups']>(row, 'groups'),
    maxChatsCount: integer(row, 'max_chats_count'),
    ownerClientId: textOrNull(row, 'owner_client_id'),
    routingStatus: oneOf(row, 'routing_status', ['accepting_chats', 'not_accepting_chats']),
    onlineUntil: decodeOnlineUntil(row),
    createdAt: integer(row, 'created_at'),
  }
}

function decodeOnlineUntil(row: Row): Agent['onlineUntil'] {
  const onlineUntil = integer(row, 'online_until')
  return onlineUntil === onlineForever ? 'forever' : onlineUntil
}

export function encodeOnlineUntil(onlineUntil: Agent['onlineUntil']): number {
  return onlineUntil === 'forever' ? onlineForever : onlineUntil
}

export function decodePermission(row: Row): Agent['permission'] {
  return oneOf(row, 'permission', ['normal', 'administrator'])
}

export function encodeAgent(agent: Agent): RowOf<typeof agentColumns> {
  return {
    id: agent.id,
    license_id: agent.licenseId,
    external_id: agent.externalId,
    name: agent.name,
    email: agent.email,
    avatar: agent.avatar,
    permission: agent.permission,
    groups: JSON.stringify(agent.groups),
    max_chats_count: agent.maxChatsCount,
    owner_client_id: agent.ownerClientId,
    routing_status: agent.routingStatus,
    online_until: encodeOnlineUntil(agent.onlineUntil),
    created_at: agent.createdAt,
  }
}
