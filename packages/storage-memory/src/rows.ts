import type { BotSettings, ChatHead, ChatMember, Delivery, StoredFile, Thread } from '@parley/core/ports'

// What is stored in another shape than the port has.

export interface Attempt {
  readonly key: string
  readonly at: number
}

export interface ChatRow {
  readonly head: ChatHead
  readonly lastActivityAt: number
  readonly lastSharedActivityAt: number
  /** Present and former members, in the order in which they first joined. */
  readonly users: readonly (ChatMember & { readonly isPresent: boolean })[]
  /** By user id. */
  readonly lastSeen: ReadonlyMap<string, number>
  /** By type and `recipients`: where the newest such event is. */
  readonly lastEvents: ReadonlyMap<string, { readonly threadOrder: number; readonly order: number }>
  readonly sequence: number
  readonly sequenceAt: number
}

export interface ThreadRow {
  readonly thread: Omit<Thread, 'isActive'>
  /** Orders have no gaps, so this is also the order of its newest event. */
  readonly eventCount: number
  readonly agentsOnlyEventCount: number
  /** Of the others. */
  readonly richMessageCount: number
  /** What its events count for. */
  readonly bytes: number
  /** See `NewThread`. */
  readonly beganAt: number
  readonly timeoutsFrom: number
  /** Where its timer stands, while it has one. */
  readonly timerAt: number
  /** The `timeoutsFrom` of which `routing.idle` was told. */
  readonly idleToldFrom: number | null
}

export interface BotRow extends BotSettings {
  readonly disabledAt: number | null
  /** What is left of a removed one tells where its last deliveries go. */
  readonly isRemoved: boolean
}

/** A delivery without its payload, which it shares with others. */
export type KeptDelivery = Omit<Delivery, 'payload'> & { readonly payloadId: string }

export interface KeptFailure extends KeptDelivery {
  readonly failedAt: number
  readonly reason: string
}

export interface DeliveryPayload {
  readonly id: string
  readonly licenseId: number
  readonly payload: string
}

export interface PendingDelivery {
  readonly delivery: KeptDelivery
  /** The order in which they were added. */
  readonly position: number
  readonly dueAt: number
  /** Holds it until `leaseUntil`; `null`: nobody does. */
  readonly owner: string | null
  readonly leaseUntil: number
}

/** Up to which event the words of a chat are indexed. */
export interface SearchPlace {
  readonly threadOrder: number
  readonly order: number
  /** Known to have events beyond it. */
  readonly isBehind: boolean
}

/** An agent has connections to a node. */
export interface Connection {
  readonly nodeId: string
  readonly agentId: string
}

export interface FileRow {
  readonly file: StoredFile
  /** When it is removed; `null` for one that is kept. */
  readonly dueAt: number | null
  readonly isCondemned: boolean
}
