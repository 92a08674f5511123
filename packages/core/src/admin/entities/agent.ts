import { isLoggedIn } from '../../domain/logged-in.js'
import type { GroupMembership, Permission, RoutingStatus, Agent as StoredAgent } from '../../model/agent.js'

/** A person who answers customers, or a bot that does so for an app. */
export interface Agent {
  /** The login in lower case. Unique over all licenses. */
  readonly id: string
  readonly licenseId: number
  /** Your own id of the agent, unique within the license; `null` when it was not set. */
  readonly externalId: string | null
  readonly name: string
  readonly email: string | null
  /** Address of a picture. */
  readonly avatar: string | null
  readonly permission: Permission
  /** The agent's groups, each once. Every agent is in group 0. */
  readonly groups: readonly GroupMembership[]
  /** Maximum number of chats that routing assigns to the agent at the same time. */
  readonly maxChatsCount: number
  /** Client id of the app that owns the bot; `null` for a person. */
  readonly ownerClientId: string | null
  /** The last status that the agent chose. It applies only while the agent is online. */
  readonly routingStatus: RoutingStatus
  /**
   * Whether the agent was logged in when this was read. A person stays so for `rtm.reconnectGraceMs` after the last
   * connection.
   */
  readonly isOnline: boolean
  /**
   * Whether the agent had a connection to any node when this was read. A bot counts as connected while it is logged in.
   */
  readonly isConnected: boolean
  readonly createdAt: Date
}

/** Returns the agent as `admin` shows it; `now` is by the steady clock. */
export function toAgent(agent: StoredAgent, now: number): Agent {
  const { id, licenseId, externalId, name, email, avatar, permission, groups, maxChatsCount } = agent
  const { ownerClientId, routingStatus, onlineUntil, createdAt } = agent
  return {
    ...{ id, licenseId, externalId, name, email, avatar, permission, groups, maxChatsCount },
    ...{ ownerClientId, routingStatus },
    isOnline: isLoggedIn(agent, now),
    isConnected: onlineUntil === 'forever',
    createdAt: new Date(createdAt),
  }
}
