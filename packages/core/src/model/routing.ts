import type { GroupMembership, Permission } from './agent.js'
import type { ChatScopes } from './chat.js'

/** The last thread of a chat, active and without an agent who is there for it (decisions §7). */
export interface WaitingThread {
  readonly chatId: string
  readonly threadId: string
  /** When the thread began (`NewThread.beganAt`): its place in the line, which stays however often it waits again. */
  readonly waitingSince: number
  readonly scopes: ChatScopes
  /** Agents who are members of the chat, logged out or busy as they are. */
  readonly agentIds: readonly string[]
}

/** A waiting thread, and who of those that may take it comes last. */
export interface TakeableThread extends WaitingThread {
  /** Agents whom the thread names and who are no members, in the order in which it first named them: who left it, or wrote without joining. */
  readonly formerAgentIds: readonly string[]
  /** It has as many users as it may: nobody is added, and only members can be assigned. */
  readonly isFull: boolean
}

/** How many users there may be. */
export interface UserBounds {
  /** Who are members at once. */
  readonly membersPerChat: number
  /** Whom one thread names. */
  readonly usersPerThread: number
}

/**
 * An agent who can be given chats: connected, and `accepting_chats` (decisions §7). A bot that is logged in counts as connected,
 * here and below.
 */
export interface AvailableAgent {
  readonly id: string
  readonly permission: Permission
  /** Group 0 among them. */
  readonly groups: readonly GroupMembership[]
  readonly maxChatsCount: number
  /**
   * Chats in which the agent is a present member, and whose last thread is active and does not wait: whoever is a member
   * of a waiting chat is not there for it yet, and needs a place to be.
   */
  readonly activeChatsCount: number
  /** When the router last gave the agent a chat, by the steady clock; `null`: never. */
  readonly lastAssignedAt: number | null
}

/** Where a thread stands in the line of its license. */
export type PlaceInLine = Pick<WaitingThread, 'waitingSince' | 'chatId'>

/** What decides which chats an agent sees. */
export type Taker = Pick<AvailableAgent, 'id' | 'permission' | 'groups'>
