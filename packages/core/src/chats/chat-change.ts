import type { Fact } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { StorageTransaction } from '../ports/storage.js'

/**
 * The transaction in which a chat is changed, by a user, the host or the engine. The chat is locked; the caller checks
 * permissions.
 */
export interface ChatChange {
  readonly tx: StorageTransaction
  /** Instant of the change. */
  readonly at: number
  /** Instant of the change on the steady clock, which thread timers use (decisions §16.21). */
  readonly steadyAt: number
  newId(): string
}

/** The chat after the change, and the facts of the change. */
export interface ChangedChat {
  readonly head: ChatHead
  readonly facts: readonly Fact[]
  /** Facts that were already true. They are pushed only to the connection that asked (decisions §5.4). */
  readonly unchanged?: readonly Fact[]
}
