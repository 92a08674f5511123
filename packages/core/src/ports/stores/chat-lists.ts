import type { ChatSummary } from '../../model/chat.js'
import type { PropertyFilter } from '../../model/property-filter.js'

/** Where a chat stands in a list. */
export interface ChatPosition {
  /**
   * What the list goes by: its `lastActivityAt`, in lists of a customer its `lastSharedActivityAt`, and in those by
   * `waiting` its `waitingSince`.
   */
  readonly at: number
  readonly id: string
}

/** Which piece of a list of chats. */
export interface ChatsPiece {
  /** Only the chats that come after it; `null`: from the beginning. */
  readonly after: ChatPosition | null
  /** At least 1. */
  readonly limit: number
  /**
   * Once the chats come to as many bytes as they are stored in, at least about, no other is read. So the piece holds
   * the first chat in any case, and hardly more than these bytes and one chat.
   */
  readonly maxBytes: number
}

export interface ListedChats {
  readonly chats: readonly ChatSummary[]
  /** Whether others come after them. */
  readonly hasMore: boolean
}

export interface AgentChatsQuery extends ChatsPiece {
  readonly licenseId: number
  readonly agentId: string
  /**
   * `member`: chats the agent is in; `visible`: also those whose scopes are empty or name one of `groups` or the
   * agent; `every`: all of the license (decisions §5.2).
   */
  readonly reach: 'member' | 'visible' | 'every'
  readonly groups: readonly number[]
  /** `false` leaves out chats with an active thread. */
  readonly includeActive: boolean
  /** Only chats whose properties pass all of them; none: all chats do. */
  readonly filters: readonly PropertyFilter[]
  /** `waiting`: chats whose thread waits; `assigned`: whose thread is active, does not wait, and has an agent in it. */
  readonly routing: 'any' | 'waiting' | 'assigned'
  /**
   * By activity: `desc`, the latest first, or `asc`, the earliest. `waiting`: the longest-waiting first, ties by ascending
   * id, for `routing: 'waiting'` alone.
   */
  readonly order: 'desc' | 'asc' | 'waiting'
}
