import type { Agent } from './agent.js'
import type { Customer } from './customer.js'
import type { ChatEvent } from './event.js'
import type { Properties } from './property.js'
import type { Thread } from './thread.js'

/** Which agents see a chat besides its members; both empty: all do. */
export interface ChatScopes {
  readonly groups: readonly number[]
  readonly agents: readonly string[]
}

export interface ChatMember {
  readonly id: string
  readonly kind: 'customer' | 'agent'
}

/** What decisions about a chat are made on: small, and changed only with its `revision`. */
export interface ChatHead {
  readonly id: string
  readonly licenseId: number
  /**
   * Grows when members, scopes, properties, the active thread, whether it waits, or the properties of the last one change;
   * not with every event.
   */
  readonly revision: number
  /** Present members, in the order in which they joined. */
  readonly members: readonly ChatMember[]
  readonly scopes: ChatScopes
  readonly properties: Properties
  /** The last thread; a chat has at least one, and at most the last is active. */
  readonly thread: {
    readonly id: string
    readonly order: number
    readonly isActive: boolean
    /**
     * When it began by the steady clock (`NewThread.beganAt`), where it is active and waits for an agent who is there for
     * it (decisions §7); else `null`.
     */
    readonly waitingSince: number | null
    readonly properties: Properties
  }
}

/** The place of a commit among all that have facts about one chat (docs/architecture.md "Sequence"). */
export interface ChatSequence {
  /** 1, 2, 3 … in the order of the commits, without gaps. */
  readonly sequence: number
  /** The `at` with which the one before was taken; `null` for the first. */
  readonly previousAt: number | null
}

export type ChatUser = { readonly isPresent: boolean; readonly lastSeenAt: number | null } & (
  | { readonly kind: 'customer'; readonly customer: Customer }
  | { readonly kind: 'agent'; readonly agent: Agent }
)

export interface Chat {
  readonly head: ChatHead
  /** Instant of the newest event; the chat's creation while it has none. */
  readonly lastActivityAt: number
  /** The same of the events whose `recipients` is `all`: what customers can see (decisions §16.3). */
  readonly lastSharedActivityAt: number
  /**
   * Present members, and who is not, but named by a thread (decisions §5.7, §16.4) unless they were forgotten: as they
   * first joined, or wrote.
   */
  readonly users: readonly ChatUser[]
}

export interface LastEvent {
  readonly threadId: string
  readonly threadOrder: number
  readonly event: ChatEvent
}

export interface ChatSummary extends Chat {
  /** The last one that was taken; what else is told may be newer, never older. */
  readonly sequence: number
  readonly lastThread: Thread
  /** The newest event of each type and each `recipients`, in no particular order. */
  readonly lastEvents: readonly LastEvent[]
}

/** A chat with an active thread, as one of its present members has it. */
export interface ActiveChat {
  readonly head: ChatHead
  readonly lastSeenAt: number | null
}
