import type { BotSettings, ChatHead, ChatMember, Delivery, StoredFile, Thread } from '@parley/core/storage'

// Rows whose shape differs from that of the storage port.

export interface Attempt {
  readonly key: string
  readonly at: number
}

/** A chat with its derived values. */
export interface ChatRow {
  readonly head: ChatHead
  readonly lastActivityAt: number
  readonly lastSharedActivityAt: number
  /** Present and former members, in the order in which they first joined. */
  readonly users: readonly (ChatMember & { readonly isPresent: boolean })[]
  /** When each user has last seen the chat, by user id. */
  readonly lastSeen: ReadonlyMap<string, number>
  /** Position of the newest event, by event type and recipients. */
  readonly lastEvents: ReadonlyMap<string, { readonly threadOrder: number; readonly order: number }>
  readonly sequence: number
  readonly sequenceAt: number
}

export interface ThreadRow {
  readonly thread: Omit<Thread, 'isActive'>
  /** Number of events. Orders have no gaps, so this is also the order of the newest event. */
  readonly eventCount: number
  readonly agentsOnlyEventCount: number
  /** Number of rich messages that are for everyone. */
  readonly richMessageCount: number
  /** Size that the events count for, in bytes. */
  readonly bytes: number
  /** When the thread began. See `NewThread`. */
  readonly beganAt: number
  readonly timeoutsFrom: number
  /** When the timer is due, while the thread has one. */
  readonly timerAt: number
  /** Value of `timeoutsFrom` for which the idle thread was announced. `null` when it was not. */
  readonly idleToldFrom: number | null
}

export interface BotRow extends BotSettings {
  readonly disabledAt: number | null
  /** Whether the bot was removed. The row stays, because its last deliveries need the destination. */
  readonly isRemoved: boolean
}

/** A delivery without its payload, which it may share with others. */
export type StoredDelivery = Omit<Delivery, 'payload'> & { readonly payloadId: string }

export interface StoredFailure extends StoredDelivery {
  readonly failedAt: number
  readonly reason: string
}

export interface DeliveryPayload {
  readonly id: string
  readonly licenseId: number
  readonly payload: string
}

export interface PendingDelivery {
  readonly delivery: StoredDelivery
  /** Position in the order in which deliveries were added. */
  readonly position: number
  readonly dueAt: number
  /** Owner that holds the delivery until `leaseUntil`, or `null`. */
  readonly owner: string | null
  readonly leaseUntil: number
}

/** Last event of a chat that is indexed for search. */
export interface SearchPosition {
  readonly threadOrder: number
  readonly order: number
  /** Whether there are known to be later events. */
  readonly isBehind: boolean
}

/** A connection of an agent to a node. */
export interface Connection {
  readonly nodeId: string
  readonly agentId: string
}

export interface FileRow {
  readonly file: StoredFile
  /** When the file is removed. `null` for a file that is kept. */
  readonly dueAt: number | null
  readonly isCondemned: boolean
}
