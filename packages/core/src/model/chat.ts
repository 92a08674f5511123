import type { Agent } from './agent.js'
import type { Customer } from './customer.js'
import type { ChatEvent } from './event.js'
import type { Properties } from './property.js'
import type { Thread } from './thread.js'

/** The groups and agents that see a chat without being members. When both lists are empty, every agent does. */
export interface ChatScopes {
  readonly groups: readonly number[]
  readonly agents: readonly string[]
}

/** A user who is in a chat now. */
export interface ChatMember {
  readonly id: string
  readonly kind: 'customer' | 'agent'
}

/** The part of a chat that decisions need. It is small, and it changes only together with its `revision`. */
export interface ChatHead {
  readonly id: string
  readonly licenseId: number
  /**
   * Grows with each change to members, scopes, the properties of the chat and of its last thread, the active thread,
   * and whether that thread waits. New events do not change it.
   */
  readonly revision: number
  /** Present members, in the order in which they joined. */
  readonly members: readonly ChatMember[]
  readonly scopes: ChatScopes
  readonly properties: Properties
  /** The last thread. A chat has at least one thread, and only the last one can be active. */
  readonly thread: {
    readonly id: string
    readonly order: number
    readonly isActive: boolean
    /**
     * When the thread began, by the steady clock, while it is active and waits for an agent (decisions §7); otherwise
     * `null`.
     */
    readonly waitingSince: number | null
    readonly properties: Properties
  }
}

/** The position of a commit among all commits with facts about one chat (docs/architecture.md "Sequence"). */
export interface ChatSequence {
  /** 1, 2, 3 … in the order of the commits, without gaps. */
  readonly sequence: number
  /** When the previous sequence was taken; `null` for the first one. */
  readonly previousAt: number | null
}

/** A user of a chat, with whether the user is a member now, and when the user last saw the chat; `null` for never. */
export type ChatUser = { readonly isPresent: boolean; readonly lastSeenAt: number | null } & (
  | { readonly kind: 'customer'; readonly customer: Customer }
  | { readonly kind: 'agent'; readonly agent: Agent }
)

/** A chat without its threads. */
export interface Chat {
  readonly head: ChatHead
  /** Time of the newest event; the creation of the chat while it has no events. */
  readonly lastActivityAt: number
  /** Time of the newest event whose `recipients` is `all`, which customers can see too (decisions §16.3). */
  readonly lastSharedActivityAt: number
  /**
   * Present members, and former members and authors that a thread names, except those that were forgotten (decisions
   * §5.7, §16.4). They are in the order in which they first joined or wrote.
   */
  readonly users: readonly ChatUser[]
}

/** The newest event of one type, with its thread. */
export interface LastEvent {
  readonly threadId: string
  readonly threadOrder: number
  readonly event: ChatEvent
}

/** A chat with what lists of chats show of it. */
export interface ChatSummary extends Chat {
  /** The latest sequence of the chat. The rest of the summary may be newer than this sequence, never older. */
  readonly sequence: number
  readonly lastThread: Thread
  /** The newest event of each type and each `recipients`, in no particular order. */
  readonly lastEvents: readonly LastEvent[]
}

/** A chat with an active thread, as seen by one of its present members. */
export interface ActiveChat {
  readonly head: ChatHead
  /** When the member last saw the chat; `null` for never. */
  readonly lastSeenAt: number | null
}
