import type { ChatSummary } from '../../model/chat.js'
import type { TermFilter } from '../../model/property-terms.js'

/** The position of a chat in a list. */
export interface ChatPosition {
  /**
   * Sort key of the list: the chat's `lastActivityAt`, in lists of a customer its `lastSharedActivityAt`, and in lists
   * sorted by `waiting` its `waitingSince`.
   */
  readonly at: number
  readonly id: string
}

/** Which part of a list of chats to read. */
export interface ChatsPiece {
  /** Only chats that come after it; `null` for the beginning. */
  readonly after: ChatPosition | null
  /** Maximum number of chats, at least 1. */
  readonly limit: number
  /**
   * Approximate maximum size of the chats as stored. No further chat is read once it is reached, so the part contains
   * at least one chat, and exceeds the maximum by one chat at most.
   */
  readonly maxBytes: number
}

/** A part of a list of chats. */
export interface ListedChats {
  readonly chats: readonly ChatSummary[]
  /** Whether more chats come after these. */
  readonly hasMore: boolean
}

/** Which chats of an agent to list. */
export interface AgentChatsQuery extends ChatsPiece {
  readonly licenseId: number
  readonly agentId: string
  /**
   * `member`: chats that the agent is in. `visible`: also chats whose scopes are empty or name the agent or one of
   * `groups`. `every`: all chats of the license (decisions §5.2).
   */
  readonly reach: 'member' | 'visible' | 'every'
  readonly groups: readonly number[]
  /** Whether to include chats with an active thread. */
  readonly includeActive: boolean
  /** Conditions on the terms of the chat. */
  readonly filters: readonly TermFilter[]
  /**
   * `waiting`: chats whose thread waits. `assigned`: chats whose thread is active, does not wait, and has an agent in
   * it.
   */
  readonly routing: 'any' | 'waiting' | 'assigned'
  /**
   * `desc`: the latest activity first. `asc`: the earliest activity first. `waiting`: the longest-waiting first, ties
   * by ascending id, for `routing: 'waiting'` only.
   */
  readonly order: 'desc' | 'asc' | 'waiting'
}
