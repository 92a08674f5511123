import { Type } from 'typebox'
import { boundedArray, boundedString } from '../limits.js'
import { refusing } from '../refused.js'
import { spec } from '../spec.js'
import { id } from './ids.js'

export const groupId = Type.Integer({ minimum: 0 })

const agentsMeaning = 'Ids of agents who also see the chat (v0.3 only).'

/** The groups that see a chat. When empty, all agents see it (spec chat.md "Other objects"). */
export const chatScopes = Type.Object(
  {
    groups: Type.Optional(Type.Array(groupId)),
    agents: Type.Optional(
      Type.Array(Type.String(), { description: agentsMeaning, ...spec('decisions §6.18') }),
    ),
  },
  spec('chat.md "Other objects", scopes'),
)

export const chatScopesRequest = Type.Object({
  groups: Type.Optional(boundedArray(groupId, 'scopeGroupCount')),
})

/** Agent v0.3 may also name agents (spec chat.md "Versioning"). */
export const chatScopesRequestWithAgents = Type.Object({
  groups: Type.Optional(boundedArray(groupId, 'scopeGroupCount')),
  agents: Type.Optional(boundedArray(boundedString('idLength', 1), 'scopeGroupCount', 0, agentsMeaning)),
})

/** The groups and agents that were added to the chat scopes, or removed from them. */
export const scopesChange = Type.Object({
  groups: Type.Array(groupId, {
    description: 'Ids of the added or removed groups. Empty when no group was.',
  }),
  agents: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Ids of the added or removed agents (requested through v0.3).',
      ...spec('decisions §6.18'),
    }),
  ),
})

const groupsToChange = Type.Object({
  groups: Type.Optional(boundedArray(groupId, 'scopeGroupCount', 0, 'Ids of the groups to add or remove.')),
})

const scopesToChange = Type.Object({
  ...groupsToChange.properties,
  agents: Type.Optional(
    boundedArray(boundedString('idLength', 1), 'scopeGroupCount', 0, 'Ids of the agents to add or remove.'),
  ),
})

const updateOf = <S extends typeof groupsToChange | typeof scopesToChange>(scopes: S) =>
  Type.Object({ chat_id: id(), add_scopes: Type.Optional(scopes), remove_scopes: Type.Optional(scopes) })

/**
 * Request of `update_chat_scopes`. Only agent v0.3 may name agents; elsewhere the field is refused instead of ignored.
 */
export const scopesUpdate = updateOf(refusing(groupsToChange, 'agents'))
export const scopesUpdateWithAgents = updateOf(scopesToChange)
