import type { GroupMembership, Permission } from './agent.js'
import type { ChatScopes } from './chat.js'

/** The last thread of a chat while it is active and no agent has been assigned to it (decisions §7). */
export interface WaitingThread {
  readonly chatId: string
  readonly threadId: string
  /**
   * When the thread began, by the steady clock. It decides the queue position, and stays the same when the thread waits
   * again.
   */
  readonly waitingSince: number
  readonly scopes: ChatScopes
  /** Agents who are members of the chat, whether they are logged in or busy. */
  readonly agentIds: readonly string[]
}

/** A waiting thread with what routing needs to assign it. */
export interface AssignableThread extends WaitingThread {
  /**
   * Agents whom the thread names and who are not members, because they left it or wrote without joining. They are in
   * the order in which the thread first named them.
   */
  readonly formerAgentIds: readonly string[]
  /** Whether the chat or the thread has its maximum number of users. Then only members can be assigned. */
  readonly isFull: boolean
}

/** Limits on the number of users. */
export interface UserBounds {
  /** Maximum number of members that a chat has at the same time. */
  readonly membersPerChat: number
  /** Maximum number of users that one thread names. */
  readonly usersPerThread: number
}

/**
 * An agent who can be assigned to chats: connected, and `accepting_chats` (decisions §7). A bot that is logged in
 * counts as connected.
 */
export interface AvailableAgent {
  readonly id: string
  readonly permission: Permission
  /** The agent's groups, group 0 included. */
  readonly groups: readonly GroupMembership[]
  readonly maxChatsCount: number
  /**
   * Number of chats in which the agent is a present member, and whose last thread is active and does not wait. A member
   * of a waiting chat does not serve it yet.
   */
  readonly activeChatsCount: number
  /** When the router last assigned a chat to the agent, by the steady clock, which all nodes share; `null` for never. */
  readonly lastAssignedAt: number | null
}

/** The queue position of a thread: the time since which it waits, then the id of the chat. */
export type QueuePosition = Pick<WaitingThread, 'waitingSince' | 'chatId'>

/** The part of an agent that decides which chats the agent sees. */
export type CandidateAgent = Pick<AvailableAgent, 'id' | 'permission' | 'groups'>
