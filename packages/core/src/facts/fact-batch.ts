import type { ChatSequence } from '../model/chat.js'
import { type Fact, getLicenseId } from './fact.js'

/** Identifies a commit by its chat and its sequence there. */
export interface ChatCommit extends ChatSequence {
  readonly chatId: string
}

/**
 * The facts of one commit about one chat, or those about no chat; at least one fact, all of one license. Plain data.
 */
export interface FactBatch {
  /**
   * The commit; `null` when the facts are about no chat, or are ephemeral and delivered immediately. The name of the field
   * is part of the bus format.
   */
  readonly place: ChatCommit | null
  readonly facts: readonly [Fact, ...Fact[]]
}

/** A message between nodes. A node ignores messages of a version that it does not know. */
export interface BusMessage {
  readonly version: typeof busMessageVersion
  /** Id of the node that made the commit. That node delivers to its own connections itself. */
  readonly nodeId: string
  readonly batch: FactBatch
}

/** Version of the messages that this release publishes and understands. */
export const busMessageVersion = 1

/**
 * Returns whether a message from the bus is one that this release understands. It may come from an older node or from
 * another program.
 */
export function isBusMessage(message: unknown): message is BusMessage {
  if (typeof message !== 'object' || message === null) return false
  return 'version' in message && message.version === busMessageVersion
}

/** Returns the license that all facts of the batch belong to. */
export function getBatchLicenseId({ facts }: FactBatch): number {
  return getLicenseId(facts[0])
}

/** Receives the commits of its own node. */
export interface CommitListener {
  /**
   * Called with every batch of facts that this node commits, before it is pushed. `authorId` is the user who made the
   * change; `null` when the host or the engine made it. The request waits meanwhile, so this must be quick, and must not
   * throw.
   */
  onCommit(batch: FactBatch, authorId: string | null): void
}
