/** Permission of an agent. Administrators see every chat and may have every scope. */
export type Permission = 'normal' | 'administrator'

/** Whether routing may assign chats to the agent, as the agent chose. */
export type RoutingStatus = 'accepting_chats' | 'not_accepting_chats'

/** Order in which the agents of a group are assigned its chats (spec configuration.md "Bot Agents"). */
export type Priority = 'first' | 'normal' | 'last'

/** The membership of an agent in a group. */
export interface GroupMembership {
  /** Number of the group. Every agent is in group 0. */
  readonly id: number
  readonly priority: Priority
}

/** A person who answers customers, or a bot that does so for an app. */
export interface Agent {
  /** The login in lower case. Unique over all licenses (decisions §1.2). */
  readonly id: string
  readonly licenseId: number
  /** The host's own id of the agent, unique within the license; `null` when it was not set. */
  readonly externalId: string | null
  readonly name: string
  readonly email: string | null
  readonly avatar: string | null
  readonly permission: Permission
  /** The agent's groups, each once. Every agent is in group 0. */
  readonly groups: readonly GroupMembership[]
  /** Maximum number of chats that routing assigns to the agent at the same time. */
  readonly maxChatsCount: number
  /** Client id of the app that owns the bot; `null` for a person. */
  readonly ownerClientId: string | null
  /** The last status that the agent chose. It applies only while the agent is logged in. */
  readonly routingStatus: RoutingStatus
  /**
   * The agent is logged in until this instant of the steady clock. `forever` while the agent has a connection to any
   * node, and for a bot that is logged in; 0 for an agent that never logged in.
   */
  readonly onlineUntil: number | 'forever'
  readonly createdAt: number
}
