import type { Fact } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { StorageTransaction } from '../ports/storage.js'

/**
 * A change of one chat, whoever makes it: a user, the host, or the engine. The transaction has locked the chat; rights are
 * for the caller to check.
 */
export interface ChatChange {
  readonly tx: StorageTransaction
  /** The instant of the change. */
  readonly at: number
  /** The same by the steady clock, which the times of threads go by (decisions §16.21). */
  readonly steadyAt: number
  newId(): string
}

/** The chat after it, and what it tells. */
export interface ChangedChat {
  readonly head: ChatHead
  readonly facts: readonly Fact[]
  /** What is so already, for who has asked for it alone (decisions §5.4). */
  readonly unchanged?: readonly Fact[]
}
