export type Permission = 'normal' | 'administrator'

export type RoutingStatus = 'accepting_chats' | 'not_accepting_chats'

/** Who of a group gets its chats first (spec configuration.md "Bot Agents"). */
export type Priority = 'first' | 'normal' | 'last'

/** An agent's place in a group. */
export interface GroupMembership {
  readonly id: number
  readonly priority: Priority
}

export interface Agent {
  /** The login, lower-cased; unique over all licenses (decisions §1.2). */
  readonly id: string
  readonly licenseId: number
  /** The host's own id of the agent; unique within the license. `null`: the host has given none. */
  readonly externalId: string | null
  readonly name: string
  readonly email: string | null
  readonly avatar: string | null
  readonly permission: Permission
  /** Each once, and group 0 among them: every agent is in it. */
  readonly groups: readonly GroupMembership[]
  readonly maxChatsCount: number
  /** For a bot the app that owns it, `null` for a human. */
  readonly ownerClientId: string | null
  /** The last known status; it counts only while the agent is logged in. */
  readonly routingStatus: RoutingStatus
  /**
   * The agent is logged in before this instant; `connectedForever` while a node has connections of theirs, and of a bot
   * that is logged in.
   */
  readonly onlineUntil: number
  readonly createdAt: number
}
